import type { Sha256 } from '@repertoire/core/base'
import type { BlobStore, Clock } from '@repertoire/core/ports'
import { createFolderBlobs } from './folder-blobs.ts'
import { parseS3Address } from './s3-address.ts'
import type { S3Blobs } from './s3-blobs.ts'

export interface OpenBlobs {
  readonly blobs: BlobStore
  close(): void
}

interface BucketOptions {
  readonly blobsUrl: string
  readonly within: string
  readonly sha256: Sha256
}

/** Opens the blobs in S3 if a URL is given, and checks the bucket; otherwise in the folder. */
export async function openBlobs(options: {
  readonly blobsUrl?: string | undefined
  readonly folder: string
  /** After the prefix of the URL; ends with `/` unless it is empty. */
  readonly within?: string
  readonly sha256: Sha256
  readonly clock: Clock
}): Promise<OpenBlobs> {
  const { blobsUrl, folder, within = '', sha256, clock } = options
  if (!blobsUrl) {
    const blobs = createFolderBlobs(folder, { sha256, now: () => clock.now() })
    return { blobs, close: () => undefined }
  }
  const blobs = await openBucket({ blobsUrl, within, sha256 })
  return { blobs, close: blobs.close }
}

/**
 * Looks for the bucket of `s3://bucket/prefix` with the keys of the environment, as a start does. Changes nothing. Throws
 * ProblemError `store.bad-blobs-url` or `store.blobs-unavailable`.
 */
export async function checkBlobs(blobsUrl: string, sha256: Sha256): Promise<void> {
  const blobs = await openBucket({ blobsUrl, within: '', sha256 })
  blobs.close()
}

async function openBucket({ blobsUrl, within, sha256 }: BucketOptions): Promise<S3Blobs> {
  const address = parseS3Address(blobsUrl)
  // Loaded lazily: a server on a folder starts without the S3 client.
  const { openS3Blobs } = await import('./s3-blobs.ts')
  const endpoint = process.env.AWS_ENDPOINT_URL_S3 || process.env.AWS_ENDPOINT_URL || undefined
  // AWS needs a region. Other servers mostly ignore it, and their operators set none.
  const region = process.env.AWS_REGION || (endpoint ? 'us-east-1' : undefined)
  const blobs = openS3Blobs({
    ...{ ...address, sha256, endpoint, region },
    prefix: `${address.prefix}${within}`,
  })
  try {
    await blobs.check()
  } catch (error) {
    blobs.close()
    throw error
  }
  return blobs
}
