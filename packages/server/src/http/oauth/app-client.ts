import { createHmac, timingSafeEqual } from 'node:crypto'
import { ProblemError, type Timestamp } from '@repertoire/core/base'
import { isAppRedirect } from '@repertoire/core/domain'
import { z } from 'zod'

/** An app as it describes itself. */
export interface AppClient {
  readonly id: string
  /** Untrusted text. */
  readonly name: string
  /** The host that serves the description; null for an app that registered itself. */
  readonly host: string | null
  readonly redirectUris: readonly string[]
}

export interface ClientDeps {
  readonly loadKey: () => Promise<Uint8Array>
  readonly now: Timestamp
  /** Reads a JSON document of the public Internet. */
  readonly readDocument: (url: string) => Promise<unknown>
}

const prefix = 'app_'
const maxIdLength = 1_000
const maxNameLength = 80
/** How long a registration can be used to ask a person. What the person gave outlasts it. */
const registrationMs = 180 * 24 * 3_600_000

const redirectUris = z
  .array(z.string())
  .min(1)
  .max(10)
  .refine((uris) => uris.every(isAppRedirect))

/** RFC 7591: what matters of it here. Apps send more. */
export const registrationSchema = z.object({
  client_name: z.string().optional(),
  redirect_uris: redirectUris,
  grant_types: z.array(z.string()).optional(),
  response_types: z.array(z.string()).optional(),
})

/**
 * Registers an app: its id is the registration itself, signed. So nothing is kept for apps that never ask a person, any
 * server of several knows it, and it ends by itself. Null when it would be too long.
 */
export async function registerClient(
  { loadKey, now }: Pick<ClientDeps, 'loadKey' | 'now'>,
  { client_name, redirect_uris }: z.infer<typeof registrationSchema>,
): Promise<AppClient | null> {
  const name = shortName(client_name)
  const payload = Buffer.from(JSON.stringify([now, name, redirect_uris])).toString('base64url')
  const id = `${prefix}${payload}.${sign(await loadKey(), payload)}`
  return id.length > maxIdLength ? null : { id, name, host: null, redirectUris: redirect_uris }
}

/** The app of an id. Throws ProblemError `app.unknown-client`, `app.unreadable-client`, or one of reading its document. */
export async function findClient(deps: ClientDeps, id: string): Promise<AppClient> {
  const client = id.startsWith(prefix) ? await registered(deps, id) : await described(deps, id)
  if (!client) throw unknownClient()
  return client
}

const registrationPayload = z.tuple([z.number(), z.string(), z.array(z.string())])

async function registered({ loadKey, now }: ClientDeps, id: string): Promise<AppClient | null> {
  const [payload = '', mac = ''] = id.slice(prefix.length).split('.')
  const expected = sign(await loadKey(), payload)
  if (mac.length !== expected.length) return null
  if (!timingSafeEqual(Buffer.from(mac), Buffer.from(expected))) return null
  const text = Buffer.from(payload, 'base64url').toString()
  const [registeredAt, name, uris] = registrationPayload.parse(JSON.parse(text))
  if (now >= registeredAt + registrationMs) return null
  return { id, name, host: null, redirectUris: uris }
}

const documentSchema = z.object({
  client_id: z.string(),
  client_name: z.string().optional(),
  redirect_uris: redirectUris,
})

/** A client ID metadata document: the id is the address of the description, so its host vouches for it. */
async function described({ readDocument }: ClientDeps, id: string): Promise<AppClient | null> {
  if (!isDocumentAddress(id)) return null
  const document = documentSchema.safeParse(await readDocument(id))
  if (!document.success || document.data.client_id !== id) throw unreadableClient()
  const { client_name, redirect_uris } = document.data
  return { id, name: shortName(client_name), host: new URL(id).host, redirectUris: redirect_uris }
}

function isDocumentAddress(id: string): boolean {
  if (id.length > maxIdLength || id.includes('#') || !URL.canParse(id)) return false
  const { protocol, pathname, username, password, href } = new URL(id)
  // Another way of writing the address would be another id for the same app.
  return (
    protocol === 'https:' && pathname !== '/' && username === '' && password === '' && href === id
  )
}

function shortName(name: string | undefined): string {
  const printable = (name ?? '').replaceAll(/\p{C}+/gu, ' ').trim()
  return [...printable].slice(0, maxNameLength).join('') || 'An app without a name'
}

function sign(key: Uint8Array, payload: string): string {
  return createHmac('sha256', key).update(`app registration\n${payload}`).digest('base64url')
}

function unknownClient(): ProblemError {
  return new ProblemError({
    code: 'app.unknown-client',
    kind: 'not-found',
    message: 'No app is known by this client_id, or its registration has ended.',
    hint: 'Connect it again from the app.',
  })
}

function unreadableClient(): ProblemError {
  return new ProblemError({
    code: 'app.unreadable-client',
    kind: 'invalid',
    message: 'The description at the client_id of the app is not one of that app.',
    hint: 'Contact the developer of the app.',
  })
}
