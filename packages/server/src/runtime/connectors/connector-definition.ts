import type { Sha256, TenantId } from '@repertoire/core/base'
import type { StoredConnector } from '@repertoire/core/domain'

/** A local program that speaks MCP over its standard input and output. */
export interface CommandTarget {
  readonly kind: 'command'
  readonly command: string
  readonly args: readonly string[]
  /** Its environment, besides what every process needs to run. */
  readonly env: Readonly<Record<string, string>>
  /** Null: its own folder. */
  readonly cwd: string | null
}

/** A server reached over streamable HTTP. */
export interface HttpTarget {
  readonly kind: 'http'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

/** One valid entry of the operator's file, or a connector that an organisation added. */
export interface ConnectorDefinition {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly target: CommandTarget | HttpTarget
  /** Null: from the operator's file. */
  readonly stored: StoredConnector | null
  /** Null: every organisation. */
  readonly tenants: readonly TenantId[] | null
  /** Timeout of one call. */
  readonly timeoutSeconds: number
  /** The server's annotations of its own tools are trusted. */
  readonly trustsAnnotations: boolean
  /** Whether third parties can read what it is sent, as far as the operator says. */
  readonly openWorld: boolean | undefined
  /** Shown to people. Never contains a secret. */
  readonly endpoint: string
  /** See `Connector.digest` of core. */
  readonly digest: string
  /** Changes with any part of the entry, secrets included. Never leaves the process. */
  readonly fingerprint: string
  /** Values that must not be shown to anybody. */
  readonly secrets: readonly string[]
}

/** An entry that cannot be used, and why. Never contains a secret. */
export interface BrokenConnector {
  readonly name: string
  /** Absent: from the operator's file. */
  readonly stored?: StoredConnector
  /** As far as the entry names them. Null: every organisation. */
  readonly tenants: readonly TenantId[] | null
  readonly problem: string
}

/** Whether an organisation may see this connector. */
export function isAvailableTo(
  { tenants }: Pick<ConnectorDefinition, 'tenants'>,
  tenantId: TenantId,
): boolean {
  return tenants === null || tenants.includes(tenantId)
}

/** An address as it is shown: without its query. */
export function endpointOfUrl(url: string): string {
  const { origin, pathname } = new URL(url)
  return `${origin}${pathname}`
}

const secretName = /token|key|secret|pass|auth|cookie|credential|session/i
/** A shorter value would occur in innocent text. */
const minSecretLength = 4

/**
 * Values that must be redacted: all from the environment, and those whose name marks them as secret. The host
 * is not one, because people are asked to approve it.
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
 * Digest of what decides where calls go and as whom they act. Secrets count by name only, so that a token can
 * be rotated without new approvals.
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
