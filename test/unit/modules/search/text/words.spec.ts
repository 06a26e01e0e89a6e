import { describe, expect, it } from 'vitest';
import { foldText } from '../../../../../src/modules/search/text/fold-text';
import {
  nameKey,
  pairsOf,
  piecesOf,
  trigramsOf,
  WORD_MAX_LENGTH,
} from '../../../../../src/modules/search/text/words';

describe('foldText', () => {
  it.each([
    ['QUARTERLY', 'quarterly'],
    ['Café Zürich', 'cafe zurich'],
    ['Cafe\u0301', 'cafe'],
    ['Straße STRASSE', 'strasse strasse'],
    ['ИЗМЕНЕНИЯ Ёлка', 'изменения елка'],
    ['İstanbul ISPARTA ısparta', 'istanbul isparta isparta'],
    ['Smørrebrød Łódź Æsir œuvre', 'smorrebrod lodz aesir oeuvre'],
    ['ΟΔΟΣ οδός', 'οδοσ οδοσ'],
    ['ＦＵＬＬ ｗｉｄｔｈ ﬁn', 'full width fin'],
    ['が', 'が'],
    ['हिन्दी', 'हिन्दी'],
    ['한국어', '한국어'],
    ['مُحَمَّد', 'محمد'],
  ])('%s is %s', (text, folded) => {
    expect(foldText(text)).toBe(folded);
  });
});

describe('piecesOf', () => {
  const texts = (text: string) => piecesOf(text).map((piece) => piece.text);

  it('separates at everything that is neither letter nor digit', () => {
    expect(texts("INV-2024_001: don't a.b@c.de 50%")).toEqual([
      'inv',
      '2024',
      '001',
      'don',
      't',
      'a',
      'b',
      'c',
      'de',
      '50',
    ]);
  });

  it('separates runs of unspaced scripts from words', () => {
    expect(piecesOf('東京tower ランチ')).toEqual([
      { text: '東京', isRun: true },
      { text: 'tower', isRun: false },
      { text: 'ランチ', isRun: true },
    ]);
  });

  it('keeps pictographs, each separately', () => {
    expect(texts('Launch 🚀🚀')).toEqual(['launch', '🚀', '🚀']);
  });

  it.each(["'''", '%_\\', ' \n ', '!&|:*()'])('finds nothing in %j', (text) => {
    expect(piecesOf(text)).toEqual([]);
  });

  it('cuts extremely long words, and keeps them well-formed', () => {
    const [piece] = piecesOf('𝒳'.repeat(3) + '𐐀'.repeat(200));
    expect(piece!.text.length).toBeLessThanOrEqual(WORD_MAX_LENGTH);
    expect(piece!.text.isWellFormed()).toBe(true);
  });
});

describe('nameKey', () => {
  it('contains only the words', () => {
    expect(nameKey('  Quarterly — Report (Q3) ')).toBe('quarterly report q3');
  });

  it('is short enough for an index, whatever folding produces', () => {
    const key = nameKey('ﷺ'.repeat(500));
    expect(Buffer.byteLength(key)).toBeLessThan(2_000);
  });
});

describe('parts', () => {
  it('pairs begin at every character', () => {
    expect(pairsOf('会議室')).toEqual(['会議', '議室', '室']);
    expect(pairsOf('会')).toEqual(['会']);
  });

  it('trigrams mark the ends, and none repeats', () => {
    expect(trigramsOf('port')).toEqual(['^po', 'por', 'ort', 'rt$']);
    expect(trigramsOf('aaaa')).toEqual(['^aa', 'aaa', 'aa$']);
    expect(trigramsOf('a')).toEqual(['^a$']);
  });
});
