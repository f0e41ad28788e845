import { createHash, createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const sha256 = (data: string | Uint8Array): string =>
  createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Uint8Array, data: string): Uint8Array =>
  createHmac('sha256', key).update(data).digest()

/**
 * Checks AWS Signature Version 4 of a request. The hash of the body is signed too and must be compared by the
 * caller.
 */
export function isSigned(
  request: IncomingMessage,
  keys: { readonly key: string; readonly secret: string },
): boolean {
  const found =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    )
  if (!found) return false
  const [, key, day = '', region = '', names = '', signature] = found
  const said = String(request.headers['x-amz-content-sha256'])
  if (key !== keys.key) return false
  const [path = '', query = ''] = (request.url ?? '').split('?')
  const headers = names
    .split(';')
    .map((name) => `${name}:${String(request.headers[name]).trim()}\n`)
  const canonicalQuery = query.split('&').sort().join('&')
  const canonical = [request.method, path, canonicalQuery, headers.join(''), names, said].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const date = String(request.headers['x-amz-date'])
  const text = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n')
  const steps = [region, 's3', 'aws4_request']
  const signing = steps.reduce(hmac, hmac(`AWS4${keys.secret}`, day))
  return Buffer.from(hmac(signing, text)).toString('hex') === signature
}
