import { randomBytes } from 'node:crypto'
import { chmod, link, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ProblemError } from '@repertoire/core/base'

/** File of the encryption key, inside the data folder. */
export const encryptionKeyFile = 'secret.key'

const keyBytes = 32

export interface EncryptionKeyOptions {
  readonly dataDir: string
  /** Hex, from the environment. The key file is not read then. */
  readonly given: string | undefined
  /**
   * Other processes share the database but not the data folder, so a generated key could not decrypt their
   * secrets.
   */
  readonly shared: boolean
  /** Whether there are secrets already: a generated key could not decrypt them. */
  readonly hasSecrets: () => Promise<boolean>
}

/**
 * Loads the key that secrets are encrypted with, or generates it. Throws ProblemError `secret.key-missing` or
 * `secret.key-unusable`.
 */
export async function loadEncryptionKey(options: EncryptionKeyOptions): Promise<Uint8Array> {
  if (options.given !== undefined) return Buffer.from(options.given, 'hex')
  if (options.shared) throw keyMissing()
  const file = join(options.dataDir, encryptionKeyFile)
  const known = await readKey(file)
  if (!known && (await options.hasSecrets())) throw keyLost(file)
  const key = known ?? (await makeKey(file))
  if (key.length !== keyBytes) throw keyUnusable(file)
  return key
}

async function readKey(file: string): Promise<Uint8Array | undefined> {
  try {
    const text = await readFile(file, 'utf8')
    await chmod(file, 0o600)
    return Buffer.from(text.trim(), 'hex')
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined
    throw keyUnusable(file)
  }
}

/** Creates the key file atomically. Of two processes that start at once, one creates it and both use it. */
async function makeKey(file: string): Promise<Uint8Array> {
  const temporaryFile = `${file}.${randomBytes(8).toString('hex')}`
  try {
    await writeFile(temporaryFile, `${randomBytes(keyBytes).toString('hex')}\n`, {
      mode: 0o600,
      flag: 'wx',
    })
    await link(temporaryFile, file)
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw keyUnusable(file)
  } finally {
    await rm(temporaryFile, { force: true })
  }
  return (await readKey(file)) ?? Buffer.alloc(0)
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

function keyMissing(): ProblemError {
  return new ProblemError({
    code: 'secret.key-missing',
    kind: 'conflict',
    message: 'This server has no key to encrypt secrets of skills with.',
    hint: 'With PostgreSQL the operator sets REPERTOIRE_SECRET_KEY (64 hex digits, such as from: openssl rand -hex 32), the same for every process.',
  })
}

function keyLost(file: string): ProblemError {
  return new ProblemError({
    code: 'secret.key-missing',
    kind: 'conflict',
    message:
      'The key is missing that the stored secrets are encrypted with; none was made in its place.',
    hint: `Restore ${encryptionKeyFile} in the data folder from a backup, or give the key as REPERTOIRE_SECRET_KEY. To go on without the old secrets, write 64 random hex digits to it.`,
    details: { file },
  })
}

function keyUnusable(file: string): ProblemError {
  return new ProblemError({
    code: 'secret.key-unusable',
    kind: 'internal',
    message: `The encryption key in ${file} cannot be used.`,
    hint: 'Restore it from a backup; without it the stored secrets cannot be decrypted.',
  })
}
