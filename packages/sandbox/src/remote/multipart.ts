import { randomBytes } from 'node:crypto'
import type { Parts } from './content.ts'

/** A message of several parts (RFC 7578): one with JSON, the others with bytes. */
export interface MultipartMessage {
  /** The name of the part with the JSON. */
  readonly name: string
  readonly json: unknown
  readonly parts: Parts
}

/** Large parts are not copied. */
export function encodeMultipart({ name, json, parts }: MultipartMessage): {
  readonly contentType: string
  readonly pieces: readonly Uint8Array[]
} {
  const boundary = `execution-${randomBytes(18).toString('hex')}`
  const head = (part: string, rest: string) =>
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${part}"${rest}\r\n\r\n`)
  const end = Buffer.from('\r\n')
  const pieces = [...parts].flatMap(([part, bytes]) => [
    head(part, `; filename="${part}"\r\nContent-Type: application/octet-stream`),
    bytes,
    end,
  ])
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    pieces: [
      head(name, '\r\nContent-Type: application/json'),
      Buffer.from(JSON.stringify(json)),
      end,
      ...pieces,
      Buffer.from(`--${boundary}--\r\n`),
    ],
  }
}

/** The JSON text and the other parts; undefined when the body is no such message. */
export async function decodeMultipart(
  body: Uint8Array<ArrayBuffer>,
  { contentType, name }: { readonly contentType: string; readonly name: string },
): Promise<{ readonly text: string; readonly parts: Parts } | undefined> {
  const headers = { 'content-type': contentType }
  const form = await new Response(body, { headers }).formData().catch(() => undefined)
  const json = form?.get(name)
  if (!form || json === null || json === undefined) return undefined
  const parts = new Map<string, Uint8Array>()
  for (const [part, value] of form) if (part !== name) parts.set(part, await bytesOfPart(value))
  return { text: typeof json === 'string' ? json : await json.text(), parts }
}

async function bytesOfPart(value: string | Blob): Promise<Uint8Array> {
  return typeof value === 'string' ? Buffer.from(value) : new Uint8Array(await value.arrayBuffer())
}
