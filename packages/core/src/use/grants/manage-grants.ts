import { ProblemError, throwIf } from '../../base/errors.ts'
import type { ToolGrantId, UserId } from '../../base/ids.ts'
import type { JsonObject } from '../../base/json.ts'
import { normalEgressHost, webFetchName } from '../../domain/egress.ts'
import { isAdministrator, missingPermission } from '../../domain/permissions.ts'
import type { Principal } from '../../domain/principal.ts'
import { builtInIdentity } from '../../domain/resolved-call.ts'
import { type GrantWithAuthor, grantLimits, type ToolGrant } from '../../domain/tool-grant.ts'
import {
  type CalledTool,
  type ToolTier,
  tierOfAnnotations,
  tierOfCall,
} from '../../domain/tool-tier.ts'
import { agentNotFound } from '../../keep/agents/agent-problems.ts'
import {
  type CatalogActor,
  type CatalogDeps,
  recordChanges,
} from '../../keep/skills/catalog-deps.ts'
import type { ConnectorHub } from '../../ports/connectors.ts'
import type { Page, PageRequest } from '../../ports/pages.ts'
import { memberNotFound } from '../../ports/store-problems.ts'
import { unknownConnector } from '../tools/connector-access.ts'
import {
  connectorToolIdentity,
  executeConnectorTool,
  toolMissing,
} from '../tools/connector-call.ts'
import { proxyTools } from '../tools/proxy-tools.ts'
import {
  grantBadTerms,
  grantForAdministrators,
  grantManualOnly,
  grantNotFound,
  grantNotNeeded,
  grantPassThrough,
  grantUnknownTool,
} from './grant-problems.ts'

const day = 86_400_000
const connectorTool = /^mcp__([a-z0-9-]+)__(.+)$/s

/** Ports for making grants. */
export interface GrantDeps extends CatalogDeps {
  readonly connectors: ConnectorHub
  /** The built-in tools, each with its tier. */
  readonly builtInTools: ReadonlyMap<string, ToolTier | null>
  readonly signal: AbortSignal
}

/** The terms of a new grant. */
export type GrantDraft = Pick<
  ToolGrant,
  'tool' | 'constraints' | 'maxUses' | 'expiresAt' | 'agentId' | 'userId'
>

/**
 * Permits calls of a tool in turns that no person started. Only owners and admins may do so, since
 * nobody watches such a turn. The grant is bound to the tool's current identity. Throws ProblemError
 * `grant.administrators-only`, `grant.unknown-tool`, `grant.bad-terms`, `member.not-found`,
 * `agent.not-found`, `connector.*`, and for a tool that no grant can apply to `grant.pass-through`,
 * `grant.not-needed`, `grant.manual-only`.
 */
export async function createGrant(
  deps: GrantDeps,
  actor: CatalogActor,
  draft: GrantDraft,
): Promise<GrantWithAuthor> {
  const { principal } = actor
  const { store, clock, ids } = deps
  throwIf(missingPermission(principal, 'settings.write'))
  if (!isAdministrator(principal.role)) throw new ProblemError(grantForAdministrators)
  const now = clock.now()
  checkTerms(draft, now)
  if (!(await store.members.get(draft.userId))) throw memberNotFound(draft.userId)
  if (draft.agentId !== null && !(await store.agents.get(draft.agentId))) {
    throw agentNotFound(draft.agentId)
  }
  const { identity, ...called } = await resolveGrantedTool(deps, principal, draft.tool)
  checkTier(tierOfCall((await store.settings.get()).settings, called), draft.tool)
  const constraints = withNormalHosts(draft.constraints)
  checkDestination(draft.tool, constraints)
  const grant: ToolGrant = {
    ...draft,
    constraints,
    id: ids.next('tgr') as ToolGrantId,
    ...{ identity, uses: 0 },
    ...{ createdBy: principal.userId, createdAt: now, revokedAt: null, revokedBy: null },
  }
  await store.grants.create(grant)
  await recordAuditEntry(deps, actor, { action: 'grant-created', grant })
  return { ...grant, makerRole: principal.role }
}

/** All grants for owners and admins, otherwise those for the caller. */
export async function listGrants(
  { store }: Pick<GrantDeps, 'store'>,
  principal: Principal,
  page: PageRequest,
): Promise<Page<GrantWithAuthor>> {
  return store.grants.list(
    isAdministrator(principal.role) ? {} : { userId: principal.userId },
    page,
  )
}

/** Revokes a grant, by an owner, an admin, or the person it is for. Throws ProblemError `grant.not-found`. */
export async function revokeGrant(
  deps: Pick<GrantDeps, 'store' | 'clock' | 'ids'>,
  actor: CatalogActor,
  id: ToolGrantId,
): Promise<GrantWithAuthor> {
  const { principal } = actor
  const grant = await deps.store.grants.get(id)
  const mayRevoke = isAdministrator(principal.role) || grant?.userId === principal.userId
  if (!grant || !mayRevoke) throw grantNotFound(id)
  if (grant.revokedAt !== null) return grant
  const by: UserId = principal.userId
  const revoked = await deps.store.grants.revoke(id, { by, now: deps.clock.now() })
  if (!revoked) throw grantNotFound(id)
  await recordAuditEntry(deps, actor, { action: 'grant-revoked', grant: revoked })
  return revoked
}

function checkTerms({ maxUses, expiresAt, constraints }: GrantDraft, now: number): void {
  const { uses, days, constraints: maxConstraints, characters } = grantLimits
  if (!Number.isInteger(maxUses) || maxUses < 1 || maxUses > uses) {
    throw grantBadTerms(`it can be used 1 to ${uses} times`)
  }
  if (!(expiresAt > now) || expiresAt > now + days * day) {
    throw grantBadTerms(`it has to end within the next ${days} days`)
  }
  const names = Object.keys(constraints)
  if (names.length > maxConstraints)
    throw grantBadTerms(`it can name at most ${maxConstraints} arguments`)
  if (JSON.stringify(constraints).length > characters) {
    throw grantBadTerms(`its constraints can have at most ${characters} characters`)
  }
  for (const constraint of Object.values(constraints)) {
    if (constraint.kind !== 'between') continue
    const { min, max } = constraint
    if (!Number.isFinite(min) || !Number.isFinite(max) || min > max) {
      throw grantBadTerms('a range needs a smallest and a largest number, in this order')
    }
  }
}

/** A grant has no effect with either of these tiers. */
function checkTier(tier: ToolTier | null, tool: string): void {
  if (tier === 'MANUAL_ONLY') throw grantManualOnly(tool)
  // A connector gets what it is asked: without a list that names it, even a tool that only reads needs a grant.
  if (tier === 'READ_ONLY' && !connectorTool.test(tool)) throw grantNotNeeded(tool)
}

function withNormalHosts(constraints: ToolGrant['constraints']): ToolGrant['constraints'] {
  const normal = Object.entries(constraints).map(([name, constraint]) => {
    if (constraint.kind !== 'host') return [name, constraint] as const
    const hosts = constraint.hosts.map((host) => normalEgressHost(host) ?? refuseHost(host))
    return [name, { ...constraint, hosts }] as const
  })
  return Object.fromEntries(normal)
}

function refuseHost(host: string): never {
  throw grantBadTerms(`"${host.slice(0, 100)}" is no host; write docs.example.org or *.example.org`)
}

/** A grant to request any address would let the turn send anything anywhere. */
function checkDestination(tool: string, constraints: ToolGrant['constraints']): void {
  const kind = Object.entries(constraints).find(([name]) => name === 'url')?.[1].kind ?? 'absent'
  if (tool === webFetchName && !['equals', 'one-of', 'host'].includes(kind))
    throw grantBadTerms('it has to say which address or host may be requested')
}

/** The tool of the grant with its current tier and identity. */
async function resolveGrantedTool(
  { connectors: hub, builtInTools, sha256, signal }: GrantDeps,
  principal: Principal,
  tool: string,
): Promise<CalledTool & { readonly identity: string }> {
  const instead = proxyTools.get(tool)
  if (instead !== undefined) throw grantPassThrough(tool, instead)
  const match = connectorTool.exec(tool)
  if (!match) {
    const ownTier = builtInTools.get(tool)
    if (ownTier === undefined) throw grantUnknownTool(tool)
    return { name: tool, ownTier, proxies: [], identity: builtInIdentity }
  }
  const [, name = '', called = ''] = match
  const connector = (await hub.list(principal)).find((one) => one.name === name)
  if (!connector) throw new ProblemError(unknownConnector(name))
  const found = (await hub.tools(principal, name, signal)).find((one) => one.name === called)
  if (!found) throw new ProblemError(toolMissing(name, called))
  const { trustsAnnotations = false } = connector
  return {
    name: tool,
    ownTier: tierOfAnnotations(found.annotations, { trusted: trustsAnnotations }),
    proxies: [executeConnectorTool.name],
    identity: connectorToolIdentity(connector, found, sha256),
  }
}

function recordAuditEntry(
  deps: Pick<GrantDeps, 'store' | 'clock' | 'ids'>,
  actor: CatalogActor,
  { action, grant }: { action: 'grant-created' | 'grant-revoked'; grant: ToolGrant },
): Promise<void> {
  const { tool, identity, constraints, maxUses, uses, expiresAt, agentId, userId } = grant
  const details: JsonObject = {
    ...{ tool, identity, max_uses: maxUses, uses, expires_at: expiresAt },
    ...{ agent_id: agentId, user_id: userId },
    constraints: JSON.parse(JSON.stringify(constraints)) as JsonObject,
  }
  return recordChanges(deps, actor, [{ action, target: grant.id, details }])
}
