/** The media type of SCIM's bodies (RFC 7644, 8.1). */
export const SCIM_MEDIA_TYPE = 'application/scim+json';

/** As responses declare it. */
export const SCIM_CONTENT_TYPE = `${SCIM_MEDIA_TYPE}; charset=utf-8`;
