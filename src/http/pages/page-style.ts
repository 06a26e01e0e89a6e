import { sha256Text } from '../../platform/crypto/digest';

/** The stylesheet of all pages, small enough to be inlined. */
export const PAGE_STYLE = `
:root{color-scheme:light dark;--ink:#1b1f2a;--soft:#5a6172;--line:#8a91a3;--paper:#fff;--ground:#f3f4f8;--accent:#2f4fd0;--on-accent:#fff;--bad:#b3261e}
@media (prefers-color-scheme:dark){:root{--ink:#eceef5;--soft:#aab0c0;--line:#767d90;--paper:#1c2029;--ground:#12151c;--accent:#9db2ff;--on-accent:#10183a;--bad:#ffb4ab}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
header{max-width:28rem;margin:6vh auto 0;padding:0 2rem;font-size:1.15rem}
header a{color:var(--ink);font-weight:700;text-decoration:none}
header bdi::before{content:'· ';color:var(--soft)}
main{max-width:28rem;margin:1rem auto 6vh;padding:2rem;background:var(--paper);border-radius:.75rem}
header.wide,main.wide{max-width:44rem}
h1{margin:0 0 1rem;font-size:1.5rem;line-height:1.2}
h1,option{unicode-bidi:plaintext}
h2{margin:2rem 0 .5rem;font-size:1.15rem}
p,ul,dl,table{margin:0 0 1rem}
a{color:var(--accent)}
label,legend{display:block;font-weight:600;margin:0 0 .25rem}
fieldset{border:0;margin:0;padding:0;min-width:0}
.group{margin:0 0 1rem}
legend{padding:0}
fieldset.wrong{border-left:4px solid var(--bad);padding-left:.75rem}
.choice{display:flex;gap:.6rem;align-items:flex-start;padding:.35rem 0}
.choice input{flex:none;width:1.25rem;height:1.25rem;margin:.125rem 0 0;accent-color:var(--accent)}
.choice label{flex:1;min-width:0;margin:0}
.choice label{font-weight:400}
.choice~:is(.hint,.rejected){margin-left:1.85rem}
.kept{margin:0 0 .25rem}
.kept legend{font-weight:400}
.mark{color:var(--bad)}
.lines,div.hint p{white-space:pre-line}
div.hint p{margin:0}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.hint{color:var(--soft);font-size:.9rem;margin:0 0 .25rem}
input:not([type=checkbox],[type=radio],[type=hidden]),select,textarea{display:block;width:100%;min-height:2.75rem;margin:0 0 1rem;padding:.5rem .75rem;border:1px solid var(--line);border-radius:.4rem;background:var(--paper);color:var(--ink);font:inherit}
textarea{resize:vertical}
::placeholder{color:var(--soft);opacity:1}
select[multiple]{padding:.25rem}
::file-selector-button{margin:0 .75rem 0 0;padding:.15rem .75rem;border:1px solid var(--line);border-radius:.4rem;background:var(--ground);color:var(--ink);font:inherit;cursor:pointer}
[aria-invalid=true]:is(input,select,textarea){border-color:var(--bad);border-width:2px}
button,.button{display:inline-block;min-height:2.75rem;padding:.5rem 1.25rem;border:1px solid var(--accent);border-radius:.4rem;background:var(--accent);color:var(--on-accent);font:inherit;font-weight:600;text-decoration:none;cursor:pointer}
button.quiet,.button.quiet{background:transparent;color:var(--accent)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.problem{border-left:4px solid var(--bad);padding:.5rem .75rem;margin:0 0 1rem;color:var(--bad)}
.problem p{margin:0 0 .25rem}
.problem ul{margin:0;padding-left:1rem}
.problem a{color:inherit}
.rejected{color:var(--bad);margin:0 0 .25rem}
.hint.below{margin:-.75rem 0 1rem}
.hint.above{margin-bottom:1rem}
.note{border-left:4px solid var(--accent);padding:.5rem .75rem;margin:0 0 1rem}
.actions{display:flex;flex-wrap:wrap;gap:.75rem;margin:0 0 1rem}
.skip{position:absolute;left:-100vw}
.skip:focus{left:1rem;top:1rem;background:var(--paper);padding:.5rem}
code{overflow-wrap:anywhere}
code.secret{display:block;padding:.75rem;border:1px solid var(--line);border-radius:.4rem;user-select:all}
table{width:100%;border-collapse:collapse}
th,td{text-align:left;padding:.4rem .5rem .4rem 0;border-bottom:1px solid var(--line);vertical-align:top;overflow-wrap:anywhere}
ul.plain,ul.tabs,ul.codes,ul.rows{list-style:none;padding:0}
ul.plain li{margin:0 0 .75rem}
ul.tabs{display:flex;flex-wrap:wrap;gap:.25rem 1rem;padding:0 0 .75rem;border-bottom:1px solid var(--line)}
ul.tabs a{display:inline-block;padding:.25rem 0}
ul.tabs a[aria-current]{color:var(--ink);font-weight:600;text-decoration:none}
ul.codes{columns:14rem;font-size:1.05rem}
ul.rows>li{padding:1rem 0;border-bottom:1px solid var(--line)}
ul.rows form,ul.rows p:last-child{margin-bottom:0}
form{margin:0 0 1rem}
svg.qr{width:12rem;height:12rem;background:#fff;padding:.5rem}
`;

/** The hash of the stylesheet in the content security policy, which allows no other style. */
export const PAGE_STYLE_HASH = `'sha256-${sha256Text(PAGE_STYLE, 'base64')}'`;
