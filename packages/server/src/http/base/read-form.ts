import { ProblemError } from '@repertoire/core/base'

/** A form with more parts than `maxParts` is never parsed. Throws ProblemError `request.invalid`. */
export async function readForm(
  bytes: Uint8Array,
  contentType: string,
  maxParts: number,
): Promise<FormData> {
  const boundary = /boundary=(?:"([^"]{1,200})"|([^;\s"]{1,200}))/i.exec(contentType)
  const marker = `\r\n--${boundary?.[1] ?? boundary?.[2] ?? ''}`
  if (!boundary || countUpTo(bytes, marker, maxParts + 1) > maxParts) {
    throw invalidForm('body', 'The form has no boundary, or too many parts.')
  }
  try {
    const headers = { 'content-type': contentType }
    return await new Response(new Uint8Array(bytes), { headers }).formData()
  } catch {
    throw invalidForm('body', 'The form is not well-formed multipart/form-data.')
  }
}

function countUpTo(bytes: Uint8Array, text: string, max: number): number {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let count = 0
  let at = buffer.indexOf(text)
  while (at !== -1 && count < max) {
    count += 1
    at = buffer.indexOf(text, at + text.length)
  }
  return count
}

export function hasZipSignature(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b
}

export function invalidForm(path: string, message: string): ProblemError {
  return new ProblemError({
    code: 'request.invalid',
    kind: 'invalid',
    message: `The body of the request is invalid: ${message}`,
    hint: 'details.issues lists every invalid field; GET /api/v1/openapi.json describes the format.',
    details: { issues: [{ path: path.slice(0, 200), message }] },
  })
}
