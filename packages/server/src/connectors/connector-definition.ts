import type { Sha256, TenantId } from '@repertoire/core'

/** A local program that speaks MCP on its standard input and output. */
export interface CommandTarget {
  readonly kind: 'command'
  readonly command: string
  readonly args: readonly string[]
  /** All it gets beside what every process needs to run. */
  readonly env: Readonly<Record<string, string>>
  /** Null: a folder of its own. */
  readonly cwd: string | null
}

/** A server reached by streamable HTTP. */
export interface HttpTarget {
  readonly kind: 'http'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

/** One entry of the operator's file, ready to be used. */
export interface ConnectorDefinition {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly target: CommandTarget | HttpTarget
  /** Null: every organisation. */
  readonly tenants: readonly TenantId[] | null
  /** How long one call may take. */
  readonly timeoutSeconds: number
  /** What the server says of its own tools is taken for true (E6). */
  readonly trustsAnnotations: boolean
  /** For people: never a secret. */
  readonly endpoint: string
  /** See `Connector.digest` of core. */
  readonly digest: string
  /** Changes with anything at all, secrets too. Never leaves the process. */
  readonly fingerprint: string
  /** Values that must not be shown to anybody. */
  readonly secrets: readonly string[]
}

/** An entry that cannot be used, and why; never with a secret in it. */
export interface BrokenConnector {
  readonly name: string
  /** As far as the entry says; null: every organisation. */
  readonly tenants: readonly TenantId[] | null
  readonly problem: string
}

/** Whether an organisation has this connector at all. */
export function isAvailableTo(
  { tenants }: Pick<ConnectorDefinition, 'tenants'>,
  tenantId: TenantId,
): boolean {
  return tenants === null || tenants.includes(tenantId)
}

const secretName = /token|key|secret|pass|auth|cookie|credential|session/i
/** Shorter ones would be found in everything. */
const minSecretLength = 4

/**
 * Values nobody may see: all that came from the environment, and those whose name says so. The host that is
 * spoken with is none: people are asked about it.
 */
export function secretValues(
  target: ConnectorDefinition['target'],
  fromEnvironment: readonly string[],
): readonly string[] {
  const named =
    target.kind === 'http'
      ? [...Object.values(target.headers), ...new URL(target.url).searchParams.values()]
      : Object.entries(target.env).flatMap(([name, value]) =>
          secretName.test(name) ? [value] : [],
        )
  const bare = named.flatMap((value) => [value, value.replace(/^(?:Bearer|Basic|Token)\s+/i, '')])
  const host = target.kind === 'http' ? new URL(target.url).host : ''
  const all = [...fromEnvironment, ...bare].filter(
    (value) => value.length >= minSecretLength && !host.includes(value),
  )
  return [...new Set(all)].sort((a, b) => b.length - a.length)
}

/**
 * What decides where calls go and as whom they act; secrets by name only, so that a token can be replaced
 * without asking everybody again.
 */
export function digestOf(target: ConnectorDefinition['target'], sha256: Sha256): string {
  const material =
    target.kind === 'http'
      ? ['http', target.url, Object.keys(target.headers).sort()]
      : [
          'command',
          target.command,
          target.args,
          target.cwd,
          Object.keys(target.env)
            .sort()
            .map((name) => [name, secretName.test(name) ? '' : target.env[name]]),
        ]
  return `sha256:${sha256(JSON.stringify(material))}`
}
