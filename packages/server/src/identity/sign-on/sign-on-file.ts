import { readFile } from 'node:fs/promises'
import { ProblemError } from '@repertoire/core/base'
import type { SignOnRole, SignOnRule } from '@repertoire/core/domain'
import { parse } from 'yaml'
import { z } from 'zod'
import { expandVariables } from '../../platform/system/expand-variables.ts'

/** An identity provider that the operator trusts with the people of one organisation. */
export interface SignOnProvider {
  readonly id: string
  /** As people read it on the login page. */
  readonly title: string
  /** Compared exactly with what tokens name. */
  readonly issuer: string
  readonly clientId: string
  /** Null for a public client, which PKCE alone protects. */
  readonly clientSecret: string | null
  /** Id of the organisation; null for the first one. */
  readonly organisation: string | null
  readonly scopes: readonly string[]
  /** The claim that lists groups. */
  readonly groupsClaim: string
  readonly rule: SignOnRule
}

export interface SignOnSettings {
  /** Origin under which browsers reach this server, without a path. */
  readonly publicUrl: string
  readonly providers: readonly SignOnProvider[]
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads the operator's file. Null when there is none. Throws ProblemError `config.sign-on-invalid`: a server whose
 * logins are not as its operator wrote them does not start.
 */
export async function readSignOnFile(
  path: string,
  env: Environment,
): Promise<SignOnSettings | null> {
  try {
    return parseSignOn(await readFile(path, 'utf8'), env)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    if ((error as NodeJS.ErrnoException).code === undefined) throw error
    throw invalid('it cannot be read')
  }
}

/** Throws ProblemError `config.sign-on-invalid`. */
export function parseSignOn(content: string, env: Environment): SignOnSettings {
  const file = fileSchema.safeParse(expanded(content, env))
  if (!file.success) {
    const wrong = file.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
    throw invalid(wrong.join('; '))
  }
  const { public_url, providers } = file.data
  const origin = new URL(public_url).origin
  return {
    publicUrl: origin,
    providers: Object.entries(providers).map(([id, provider]) => toProvider(id, provider)),
  }
}

function expanded(content: string, env: Environment): unknown {
  const variables = expandVariables(env)
  let value: unknown
  try {
    value = parse(content, (_name, one) => (typeof one === 'string' ? variables.expand(one) : one))
  } catch {
    throw invalid('it is not valid YAML')
  }
  const missing = [...variables.missing]
  if (missing.length > 0) throw invalid(`${missing.join(', ')} is not in the environment`)
  return value
}

const role = z.enum(['admin', 'member'])
const domain = z
  .string()
  .toLowerCase()
  .regex(/^[a-z0-9.-]+\.[a-z0-9-]+$/, 'must be a domain, without @')

/** Over plain HTTP a token could be read and changed on the way, so only this machine may speak it. */
function isSafeUrl(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, hostname, search, hash, username } = new URL(url)
  if (search !== '' || hash !== '' || username !== '') return false
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}

const issuer = z
  .string()
  .refine(isSafeUrl, 'must be https://, without a query; http:// only on this machine')

const publicUrl = z
  .string()
  .refine(
    (url) => isSafeUrl(url) && new URL(url).pathname === '/',
    'must be https://host, without a path; http:// only on this machine',
  )

const providerSchema = z.strictObject({
  title: z.string().min(1).max(60).optional(),
  issuer,
  client_id: z.string().min(1).max(300),
  client_secret: z.string().min(1).max(1_000).optional(),
  organisation: z.string().max(100).optional(),
  scopes: z
    .array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,100}$/))
    .default(['profile', 'email']),
  email_domains: z.array(domain).default([]),
  groups_claim: z.string().min(1).max(200).default('groups'),
  roles: z.record(z.string(), role).default({}),
  default_role: role.optional(),
})

const fileSchema = z.strictObject({
  public_url: publicUrl,
  providers: z.record(
    z.string().regex(/^(?!__proto__$)[a-z0-9][a-z0-9-]{0,39}$/, 'must be a short lower-case name'),
    providerSchema.refine(
      ({ roles, default_role }) => default_role !== undefined || Object.keys(roles).length > 0,
      'needs roles or a default_role, or nobody could sign in',
    ),
  ),
})

function toProvider(id: string, provider: z.infer<typeof providerSchema>): SignOnProvider {
  const { title = id, client_id, client_secret = null, organisation = null } = provider
  return {
    ...{ id, title, organisation, issuer: provider.issuer },
    ...{ clientId: client_id, clientSecret: client_secret },
    scopes: [...new Set(['openid', ...provider.scopes])],
    groupsClaim: provider.groups_claim,
    rule: {
      emailDomains: provider.email_domains,
      groupRoles: new Map<string, SignOnRole>(Object.entries(provider.roles)),
      defaultRole: provider.default_role ?? null,
    },
  }
}

function isLoopback(hostname: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)
}

function invalid(reason: string): ProblemError {
  return new ProblemError({
    code: 'config.sign-on-invalid',
    kind: 'invalid',
    message: `sign-on.yaml cannot be used: ${reason}.`,
    hint: 'docs/operating.md, “Single sign-on”, shows one.',
  })
}
