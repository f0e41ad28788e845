import type { Sha256, TenantId } from '@repertoire/core/base'
import type { StoredConnector, StoredHeader } from '@repertoire/core/domain'
import type { Store } from '@repertoire/core/ports'
import { redact } from '../../platform/redaction/redact-text.ts'
import { lazyEncryptor } from '../../platform/secrets/encryption.ts'
import {
  type BrokenConnector,
  type ConnectorDefinition,
  digestOf,
  endpointOfUrl,
  type HttpTarget,
  secretValues,
} from './connector-definition.ts'

const timeoutSeconds = 60

/** A header of a connector with its value. */
export interface HeaderValue {
  readonly connector: string
  readonly header: string
  readonly value: string
}

/** The connectors that organisations added. */
export interface StoredConnectors {
  /** One whose headers cannot be decrypted is broken and does not affect the others. */
  of(tenantId: TenantId): Promise<{
    readonly connectors: readonly ConnectorDefinition[]
    readonly broken: readonly BrokenConnector[]
  }>
  /** Throws ProblemError `secret.key-missing`. */
  encrypt(tenantId: TenantId, value: HeaderValue): Promise<string>
}

export interface StoredConnectorsOptions {
  readonly store: Pick<Store, 'tenant'>
  readonly loadKey: () => Promise<Uint8Array>
  readonly sha256: Sha256
}

/** Headers are stored encrypted, and each value is bound to its organisation, connector and name. */
export function createStoredConnectors({
  store,
  loadKey,
  sha256,
}: StoredConnectorsOptions): StoredConnectors {
  const getEncryptor = lazyEncryptor(loadKey)

  async function define(
    tenantId: TenantId,
    stored: StoredConnector,
  ): Promise<ConnectorDefinition | BrokenConnector> {
    const { name, url } = stored
    try {
      const decrypt = await decryptHeader(tenantId, stored)
      const headers = Object.fromEntries(stored.headers.map((one) => [one.name, decrypt(one)]))
      return toDefinition(tenantId, stored, { target: { kind: 'http', url, headers }, sha256 })
    } catch {
      return { name, stored, tenants: [tenantId], problem: unreadable }
    }
  }

  async function decryptHeader(tenantId: TenantId, { name, headers }: StoredConnector) {
    if (headers.length === 0) return () => ''
    const { decrypt } = await getEncryptor()
    return ({ name: header, encrypted }: StoredHeader) =>
      decrypt(encrypted, contextOf(tenantId, { connector: name, header }))
  }

  return {
    of: async (tenantId) => {
      const all = await store.tenant(tenantId).connectors.list()
      const defined = await Promise.all(all.map((one) => define(tenantId, one)))
      return {
        connectors: defined.filter((one) => 'target' in one),
        broken: defined.filter((one) => 'problem' in one),
      }
    },
    encrypt: async (tenantId, { value, ...owner }) =>
      (await getEncryptor()).encrypt(value, contextOf(tenantId, owner)),
  }
}

/** Of a server that has no store for them. */
export const noStoredConnectors: Pick<StoredConnectors, 'of'> = {
  of: async () => ({ connectors: [], broken: [] }),
}

const unreadable =
  'the values of its headers were encrypted with another key. Give them again under Edit, or give the server the key it had (REPERTOIRE_SECRET_KEY, or secret.key in the data folder)'

function contextOf(
  tenantId: TenantId,
  { connector, header }: Omit<HeaderValue, 'value'>,
): readonly string[] {
  return [tenantId, 'connector-header', connector, header.toLowerCase()]
}

function toDefinition(
  tenantId: TenantId,
  stored: StoredConnector,
  { target, sha256 }: { readonly target: HttpTarget; readonly sha256: Sha256 },
): ConnectorDefinition {
  const { name, title, description, openWorld, createdAt, version } = stored
  const secrets = secretValues(target, [])
  return {
    ...{ name, title, description, target, stored, timeoutSeconds, secrets },
    tenants: [tenantId],
    // Annotations of a server decide about approvals, so only the operator can trust them.
    trustsAnnotations: false,
    openWorld: openWorld ?? undefined,
    endpoint: redact(endpointOfUrl(target.url), secrets),
    digest: digestOf(target, sha256),
    fingerprint: sha256(JSON.stringify([target, createdAt, version])),
  }
}
