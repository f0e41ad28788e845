import { encryptionConverter } from './payload-encryption.ts'
import { connectToTemporal } from './temporal-connection.ts'
import type { TemporalSettings } from './temporal-settings.ts'

/** Connects and looks for the namespace, as a start does. Changes nothing. Throws ProblemError `engine.temporal-*`. */
export async function checkTemporal(settings: TemporalSettings): Promise<void> {
  const connection = await connectToTemporal(settings, encryptionConverter(undefined))
  await connection.close()
}
