import { ProblemError } from '@repertoire/core/base'

/** Bucket and prefix of the blobs in S3. */
export interface S3Address {
  readonly bucket: string
  /** Empty, or segments joined by slashes with a trailing slash. */
  readonly prefix: string
  /** True puts the bucket into the path, false into the host name; undefined follows from the endpoint. */
  readonly pathStyle: boolean | undefined
}

/**
 * Parses `s3://bucket/prefix` with an optional `?path-style=true` or `false`. Throws ProblemError
 * `store.bad-blobs-url`, which does not repeat the URL: people put keys into such URLs.
 */
export function parseS3Address(address: string): S3Address {
  const found =
    /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([^?#]*))?(?:\?path-style=(true|false))?$/.exec(
      address,
    )
  const segments = (found?.[2] ?? '').split('/').filter((segment) => segment !== '')
  if (!found?.[1] || !segments.every(isSafeSegment) || segments.join('/').length > 500)
    throw badAddress()
  return {
    bucket: found[1],
    prefix: segments.map((segment) => `${segment}/`).join(''),
    pathStyle: found[3] === undefined ? undefined : found[3] === 'true',
  }
}

/** Rejects what a client, proxy or server would rewrite or read as a parent folder. */
function isSafeSegment(segment: string): boolean {
  return /^[A-Za-z0-9._-]+$/.test(segment) && !/^\.+$/.test(segment)
}

function badAddress(): ProblemError {
  return new ProblemError({
    code: 'store.bad-blobs-url',
    kind: 'invalid',
    message: 'REPERTOIRE_BLOBS_URL is not a URL like s3://bucket/prefix.',
    hint:
      'Set REPERTOIRE_BLOBS_URL to s3://bucket/prefix, followed by ?path-style=true or =false if needed; ' +
      'keys, region and endpoint come from AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION and ' +
      'AWS_ENDPOINT_URL_S3.',
  })
}
