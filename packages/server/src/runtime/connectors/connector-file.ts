import { basename } from 'node:path'
import type { Sha256, TenantId } from '@repertoire/core/base'
import { parseDocument } from 'yaml'
import { z } from 'zod'
import { redact } from '../../platform/redaction/redact-text.ts'
import { expandVariables } from '../../platform/system/expand-variables.ts'
import {
  type BrokenConnector,
  type ConnectorDefinition,
  digestOf,
  endpointOfUrl,
  secretValues,
} from './connector-definition.ts'

const text = z.string().min(1).max(4096)
const shared = {
  title: z.string().min(1).max(100).optional(),
  description: z.string().max(1000).optional(),
  tenants: z.array(text).optional(),
  enabled: z.boolean().optional(),
  trust_annotations: z.boolean().optional(),
  open_world: z.boolean().optional(),
  timeout_seconds: z.number().int().min(1).max(600).optional(),
}
const commandEntry = z.strictObject({
  ...shared,
  command: text,
  args: z.array(z.string().max(4096)).max(100).optional(),
  env: z.record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/), z.string().max(32_768)).optional(),
  cwd: text.optional(),
})
const httpEntry = z.strictObject({
  ...shared,
  url: text,
  headers: z.record(z.string().regex(/^[A-Za-z0-9-]+$/), z.string().max(8192)).optional(),
})
/** One entry of the file. */
export const connectorEntry = z.union([commandEntry, httpEntry])
type Entry = z.infer<typeof commandEntry> | z.infer<typeof httpEntry>

const connectorName = /^[a-z0-9][a-z0-9-]{0,63}$/
const defaultTimeoutSeconds = 60

/** The parsed file. */
export interface ConnectorFile {
  /** Sorted by name. */
  readonly connectors: readonly ConnectorDefinition[]
  readonly broken: readonly BrokenConnector[]
  /** Why the whole file cannot be used. Null when it could be read. */
  readonly problem: string | null
}

export interface FileContext {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly sha256: Sha256
}

/** Reads `connectors.yaml`. A wrong entry is reported by name and does not affect the others. */
export function readConnectorFile(content: string, context: FileContext): ConnectorFile {
  const document = parseDocument(content, { uniqueKeys: true, stringKeys: true })
  const [error] = document.errors
  if (error) return unusableFile(error.message.split('\n')[0] ?? 'it is no YAML')
  let entries: unknown
  try {
    entries = document.toJS({ maxAliasCount: 50 })
  } catch (fault) {
    return unusableFile(fault instanceof Error ? fault.message : String(fault))
  }
  if (entries === null || entries === undefined) return { ...noConnectors, problem: null }
  if (typeof entries !== 'object' || Array.isArray(entries)) {
    return unusableFile('it has to be a list of names, each with its settings below it')
  }
  return { ...readConnectorEntries(entries, context), problem: null }
}

/** Entries by their names, as the file has them. */
export function readConnectorEntries(
  entries: object,
  context: FileContext,
): Omit<ConnectorFile, 'problem'> {
  const connectors: ConnectorDefinition[] = []
  const broken: BrokenConnector[] = []
  for (const [name, entry] of Object.entries(entries)) {
    const read = readEntry(name, entry, context)
    if (read === null) continue
    if ('problem' in read) broken.push(read)
    else connectors.push(read)
  }
  const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1)
  return { connectors: connectors.sort(byName), broken: broken.sort(byName) }
}

const noConnectors = { connectors: [], broken: [] }

function unusableFile(why: string): ConnectorFile {
  return { ...noConnectors, problem: `connectors.yaml cannot be used: ${why}` }
}

/** Null for a disabled entry. */
function readEntry(
  name: string,
  raw: unknown,
  context: FileContext,
): ConnectorDefinition | BrokenConnector | null {
  if (!connectorName.test(name)) {
    const problem = 'its name may only have a-z, 0-9 and -, at most 64 of them'
    return { name: name.slice(0, 100), tenants: tenantsOf(raw), problem }
  }
  const isHttp = typeof raw === 'object' && raw !== null && 'url' in raw
  const parsed = (isHttp ? httpEntry : commandEntry).safeParse(raw)
  if (!parsed.success) {
    const issues = parsed.error.issues.map(({ path, message }) => {
      return `${path.length > 0 ? `${path.join('.')}: ` : ''}${message}`
    })
    return { name, tenants: tenantsOf(raw), problem: issues.join('; ') }
  }
  if (parsed.data.enabled === false) return null
  return defineConnector(name, parsed.data, context)
}

function defineConnector(
  name: string,
  entry: Entry,
  { env, sha256 }: FileContext,
): ConnectorDefinition | BrokenConnector {
  const { expand, missing, substituted } = expandVariables(env)
  const tenants = tenantsOf(entry)
  const target = targetOf(entry, expand)
  if (missing.size > 0) {
    const names = [...missing].join(', ')
    return {
      name,
      tenants,
      problem: `the environment of the server has no ${names}, which it names`,
    }
  }
  const wrong = target.kind === 'http' ? urlProblem(target.url) : null
  if (wrong) return { name, tenants, problem: wrong }
  const secrets = secretValues(target, [...substituted])
  return {
    name,
    title: entry.title ?? name,
    description: entry.description ?? '',
    target,
    stored: null,
    tenants,
    timeoutSeconds: entry.timeout_seconds ?? defaultTimeoutSeconds,
    trustsAnnotations: entry.trust_annotations ?? false,
    openWorld: entry.open_world,
    endpoint: redact(endpointOf(target), secrets),
    digest: digestOf(target, sha256),
    fingerprint: sha256(JSON.stringify([target, entry.timeout_seconds ?? null])),
    secrets,
  }
}

/** Also read from a broken entry, so that nobody learns of another organisation's connector. */
function tenantsOf(raw: unknown): readonly TenantId[] | null {
  const parsed = z.object({ tenants: z.array(z.string()) }).safeParse(raw)
  return parsed.success ? (parsed.data.tenants as TenantId[]) : null
}

function targetOf(entry: Entry, expand: (value: string) => string): ConnectorDefinition['target'] {
  const expandAll = (values: Record<string, string> = {}) =>
    Object.fromEntries(Object.entries(values).map(([key, value]) => [key, expand(value)]))
  if ('url' in entry) {
    return { kind: 'http', url: expand(entry.url), headers: expandAll(entry.headers) }
  }
  return {
    kind: 'command',
    command: expand(entry.command),
    args: (entry.args ?? []).map(expand),
    env: expandAll(entry.env),
    cwd: entry.cwd === undefined ? null : expand(entry.cwd),
  }
}

function urlProblem(url: string): string | null {
  if (!URL.canParse(url)) return 'url: this is no URL'
  const { protocol, username, password } = new URL(url)
  if (username || password) return 'url: put credentials into headers, not into the address'
  return protocol === 'http:' || protocol === 'https:' ? null : 'url: it has to be http or https'
}

function endpointOf(target: ConnectorDefinition['target']): string {
  return target.kind === 'command' ? basename(target.command) : endpointOfUrl(target.url)
}
