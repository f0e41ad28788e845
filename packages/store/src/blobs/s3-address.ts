import { ProblemError } from '@repertoire/core'

/** Where in S3 blobs are kept. */
export interface S3Address {
  readonly bucket: string
  /** Empty, or segments with a slash between them and at the end. */
  readonly prefix: string
  /** Whether the bucket stands in the path and not in the host name; undefined: as the endpoint suggests. */
  readonly pathStyle: boolean | undefined
}

/**
 * Reads `s3://bucket/prefix`, with `?path-style=true` or `false` behind it where needed. Throws ProblemError
 * `store.bad-blobs-url`, which does not repeat the address: people put keys into such addresses.
 */
export function parseS3Address(address: string): S3Address {
  const found =
    /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([^?#]*))?(?:\?path-style=(true|false))?$/.exec(
      address,
    )
  const segments = (found?.[2] ?? '').split('/').filter((segment) => segment !== '')
  if (!found?.[1] || !segments.every(isPlain) || segments.join('/').length > 500) throw badAddress()
  return {
    bucket: found[1],
    prefix: segments.map((segment) => `${segment}/`).join(''),
    pathStyle: found[3] === undefined ? undefined : found[3] === 'true',
  }
}

/** Nothing that a client, a proxy or a server would write differently or take for a step upwards. */
function isPlain(segment: string): boolean {
  return /^[A-Za-z0-9._-]+$/.test(segment) && !/^\.+$/.test(segment)
}

function badAddress(): ProblemError {
  return new ProblemError({
    code: 'store.bad-blobs-url',
    kind: 'invalid',
    message: 'The place for files is not an address like s3://bucket/prefix.',
    hint:
      'Set REPERTOIRE_BLOBS_URL to s3://bucket/prefix, with ?path-style=true or =false behind it if needed; ' +
      'keys, region and endpoint are given by AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION and ' +
      'AWS_ENDPOINT_URL_S3.',
  })
}
