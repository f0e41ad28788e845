import { isProblemError, ProblemError } from '@repertoire/core/base'

/** The HTTP status of S3's response, if there was one. */
export function statusOf(error: unknown): number | undefined {
  const metadata = property(error, '$metadata')
  const status = property(metadata, 'httpStatusCode')
  return typeof status === 'number' ? status : undefined
}

/** A name such as `NoSuchKey`, `AccessDenied`, `ECONNREFUSED`. */
function nameOf(error: unknown): string {
  const code = property(error, 'code')
  const name = property(error, 'name')
  const found = typeof code === 'string' ? code : name
  return typeof found === 'string' && /^[A-Za-z0-9_.-]{1,64}$/.test(found) ? found : 'unknown'
}

/** A missing object, but not a missing bucket, which would make every blob look absent. */
export function isNotFound(error: unknown): boolean {
  return statusOf(error) === 404 && nameOf(error) !== 'NoSuchBucket'
}

/**
 * Translates an S3 error into a problem. The client's error is not attached: it holds the request with the host
 * and the signature.
 */
export function toS3Problem(error: unknown): ProblemError {
  if (isProblemError(error)) return error
  const status = statusOf(error)
  return new ProblemError({
    code: 'store.blobs-unavailable',
    kind: 'unavailable',
    message: `The blobs in S3 cannot be reached: ${describeFailure(status, nameOf(error))}.`,
    hint:
      'Check REPERTOIRE_BLOBS_URL, AWS_REGION, AWS_ENDPOINT_URL_S3 and the keys, and that they may list the ' +
      'bucket and read and write its objects.',
    details: { reason: nameOf(error), ...(status === undefined ? {} : { status }) },
  })
}

function describeFailure(status: number | undefined, name: string): string {
  if (name === 'NoSuchBucket' || status === 404) return 'the bucket does not exist'
  if (status === 401 || status === 403) return 'the keys are rejected'
  if (status === 301 || status === 400) return 'the request is rejected, as for a wrong region'
  if (name === 'CredentialsProviderError') return 'there are no keys for S3'
  if (status !== undefined && status < 500) return 'the request is rejected'
  // The client throws plain errors only about its own configuration, before it sends anything.
  if (name === 'Error' || name === 'ERR_INVALID_URL')
    return 'the region or the endpoint is missing or invalid'
  return `S3 does not respond correctly (${status ?? name})`
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
