import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '../open-store.ts'
import { type Backend, type BackendKind, sha256 } from './backends.ts'
import { createBucket, realS3, s3Options, skipRealS3 } from './blob-backends.ts'

/** A store with its blobs in S3, configured by the environment as an operator does. */
export const s3Kind: BackendKind = {
  name: 'SQLite and a real S3',
  durable: true,
  skip: skipRealS3,
  create: createS3Backend,
}

/** Sets the environment variables of the AWS tools; a test file runs in its own process. */
export function setEnvironment({ endpoint, credentials }: ReturnType<typeof s3Options>): void {
  process.env.AWS_ENDPOINT_URL_S3 = endpoint
  process.env.AWS_ACCESS_KEY_ID = credentials?.accessKeyId ?? ''
  process.env.AWS_SECRET_ACCESS_KEY = credentials?.secretAccessKey ?? ''
}

async function createS3Backend(): Promise<Backend> {
  const options = s3Options(realS3())
  const client = await createBucket(options)
  client.destroy()
  setEnvironment(options)
  const dataDir = await mkdtemp(join(tmpdir(), 'repertoire-store-'))
  const blobsUrl = `s3://${options.bucket}/of/repertoire`
  return {
    dataDir,
    open: (parts) => openStore({ ...parts, dataDir, sha256, blobsUrl }),
    destroy: () => rm(dataDir, { recursive: true, force: true }),
  }
}
