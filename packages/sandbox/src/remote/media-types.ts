export const jsonType = 'application/json'
export const multipartType = 'multipart/form-data'
/** A streamed answer: one JSON object a line. */
export const eventLinesType = 'application/x-ndjson'

/** Whether a Content-Type header names this type, with parameters or without. */
export function isMediaType(header: string, type: string): boolean {
  return header.split(';')[0]?.trim().toLowerCase() === type
}

/** Whether an Accept header names this type itself; wildcards do not count. */
export function accepts(header: string, type: string): boolean {
  return header.split(',').some((one) => isMediaType(one, type))
}
