import { isProblemError, ProblemError } from '@repertoire/core'

/** What S3 answered, in as much as we act on it. */
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

/** A missing object, and not a missing bucket, which would make every file look as if it never was. */
export function isAbsent(error: unknown): boolean {
  return statusOf(error) === 404 && nameOf(error) !== 'NoSuchBucket'
}

/**
 * The problem S3's failure is. What the client reports is not attached: it holds the request, with the host
 * and the signature in it.
 */
export function s3Failure(error: unknown): ProblemError {
  if (isProblemError(error)) return error
  const status = statusOf(error)
  return new ProblemError({
    code: 'store.blobs-unavailable',
    kind: 'unavailable',
    message: `The files cannot be reached: ${explain(status, nameOf(error))}.`,
    hint:
      'Check REPERTOIRE_BLOBS_URL, AWS_REGION, AWS_ENDPOINT_URL_S3 and the keys, and that they may list the ' +
      'bucket and read and write its objects.',
    details: { reason: nameOf(error), ...(status === undefined ? {} : { status }) },
  })
}

function explain(status: number | undefined, name: string): string {
  if (name === 'NoSuchBucket' || status === 404) return 'there is no such bucket'
  if (status === 401 || status === 403) return 'the keys are refused'
  if (status === 301 || status === 400) return 'the request is refused, as it is for another region'
  if (name === 'CredentialsProviderError') return 'there are no keys for S3'
  if (status !== undefined && status < 500) return 'the request is refused'
  // The client throws plain errors only about how it was set up, before it sends anything.
  if (name === 'Error' || name === 'ERR_INVALID_URL')
    return 'the region or the endpoint is missing, or is none'
  return `S3 does not answer as it should (${status ?? name})`
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
