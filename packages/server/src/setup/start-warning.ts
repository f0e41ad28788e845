import { isProblemError, type Sha256 } from '@repertoire/core/base'
import type { Clock, Store } from '@repertoire/core/ports'
import type { Logger } from 'pino'
import type { FolderHealth } from '../platform/system/folder-health.ts'
import { tryEncryptionKey } from './stored-secrets.ts'

interface WarningPorts {
  readonly store: Store
  readonly logger: Pick<Logger, 'warn'>
}

/** Says once that another key of the owner is in force. Of the key itself nothing is logged. */
export async function warnOfUnusedBootstrapKey(
  { store, logger, clock, sha256 }: WarningPorts & { clock: Clock; sha256: Sha256 },
  bootstrapKey: string | undefined,
): Promise<void> {
  if (bootstrapKey === undefined) return
  const holder = await store.directory.findKey(sha256(bootstrapKey), clock.now())
  if (holder) return
  logger.warn(
    'the first owner’s key exists already: REPERTOIRE_BOOTSTRAP_KEY has no effect, and the key in it does not work',
  )
}

/** Says once that the data folder or its blobs cannot be written. `/readyz` says so, too. */
export async function warnOfFolders({
  folders,
  logger,
}: {
  readonly folders: Pick<FolderHealth, 'check'>
  readonly logger: Pick<Logger, 'warn'>
}): Promise<void> {
  try {
    await folders.check()
  } catch (error) {
    if (!isProblemError(error)) throw error
    const { code, message, details } = error.problem
    logger.warn({ code, ...details }, message)
  }
}

const hint =
  'give the server the key it had (REPERTOIRE_SECRET_KEY, or secret.key in the data folder), or set the secrets again'

/** Says once that stored secrets cannot be opened. Of the key itself nothing is logged. */
export async function warnOfOtherEncryptionKey(
  { store, logger }: WarningPorts,
  loadKey: () => Promise<Uint8Array>,
): Promise<void> {
  try {
    const outcome = await tryEncryptionKey(store, loadKey)
    if (outcome === 'differs') logger.warn(`stored secrets are encrypted with another key: ${hint}`)
    if (outcome === 'missing') logger.warn(`stored secrets cannot be opened without a key: ${hint}`)
  } catch (err) {
    logger.warn({ err }, 'whether the key opens the stored secrets could not be tried')
  }
}
