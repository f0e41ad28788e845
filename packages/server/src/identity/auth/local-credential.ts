import { chmod, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { permissions } from '@repertoire/core/domain'
import { z } from 'zod'
import { issueApiKey } from './api-key.ts'
import type { AccountPorts, OwnerAccount } from './ensure-owner.ts'
import { findValidKey } from './find-credential.ts'

/** File in the data folder where the command line on this machine finds the server's URL and a key. */
export const localCredentialFile = 'local.json'

const keyName = 'command line on this machine'
const fileSchema = z.object({
  url: z.string(),
  key: z.string(),
  /** Whose key it is. Files of earlier releases do not say. */
  organisation: z.object({ id: z.string(), name: z.string() }).optional(),
})

type LocalCredential = z.infer<typeof fileSchema>

/**
 * Writes {@link localCredentialFile}, readable only by the account that runs the server. The key in it is kept
 * while it is valid, and replaced otherwise.
 */
export async function writeLocalCredential(
  ports: AccountPorts,
  location: { readonly dataDir: string; readonly url: string },
  { tenantId, organisation: name, owner }: Omit<OwnerAccount, 'newKey'>,
): Promise<void> {
  const file = join(location.dataDir, localCredentialFile)
  const about = { url: location.url, organisation: { id: tenantId, name } }
  const known = await readCredential(file)
  const found = known && (await findValidKey(ports, known.key))
  if (known && found?.tenantId === tenantId && found.member.id === owner.id) {
    await chmod(file, 0o600)
    await replaceFile(file, { ...about, key: known.key })
    return
  }
  const { members } = ports.store.tenant(tenantId)
  for (const key of await members.keys()) {
    if (key.name === keyName && key.userId === owner.id) await members.removeKey(key.id)
  }
  const made = issueApiKey(ports, {
    userId: owner.id,
    name: keyName,
    scopes: permissions,
    expiresAt: null,
    parentId: null,
    createdBy: null,
    loginKeyId: null,
  })
  await members.createKey(made.key, made.hash, { madeBy: 'operator' })
  await replaceFile(file, { ...about, key: made.secret })
}

/** Where the server of this folder was reached last; undefined where none has begun to listen. */
export async function readLocalUrl(dataDir: string): Promise<string | undefined> {
  return (await readCredential(join(dataDir, localCredentialFile)))?.url
}

async function readCredential(file: string): Promise<LocalCredential | undefined> {
  try {
    return fileSchema.safeParse(JSON.parse(await readFile(file, 'utf8'))).data
  } catch {
    return undefined
  }
}

/**
 * Replaces the file atomically: a reader gets the old text or the new one, and the file is never readable by
 * others.
 */
async function replaceFile(file: string, content: LocalCredential): Promise<void> {
  const next = `${file}.${process.pid}.new`
  await writeFile(next, `${JSON.stringify(content)}\n`, { mode: 0o600 })
  await rename(next, file)
}
