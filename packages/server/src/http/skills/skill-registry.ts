import { ProblemError, type SourceId, type TraceId } from '@repertoire/core/base'
import type { RegistryPlace } from '@repertoire/core/domain'
import {
  type EntryState,
  entryAt,
  holdFromRegistry,
  type InstalledEntry,
  type PackagePreview,
  previewPackage,
  type RegistryEntry,
  type RegistrySource,
  readEntryStates,
  registryToAsk,
  type TakeRequest,
  takeFromRegistry,
} from '@repertoire/core/ingest'
import type { RegistrySkill } from '@repertoire/core/ports'
import {
  conversationRoutes,
  type RegistryListing,
  type RegistryLists,
  type RegistryMetadata,
  skillRegistryRoutes,
} from '@repertoire/protocol'
import type { Caller } from '../../identity/auth/authenticate.ts'
import { type Application, actorOf, catalogOf } from '../base/application.ts'
import type { BindRoute } from '../base/bind-route.ts'
import { ownConversation } from '../conversations/conversations.ts'
import { toDiagnosticBody } from '../wire/diagnostic.ts'
import { toRequestedPermissionsBody } from '../wire/pending-revision.ts'

/** A registry may take this long to answer, in milliseconds. */
const answerMs = 20_000

/** The registries among the sources: searched, and looked into. */
export function bindSkillRegistry(bind: BindRoute, app: Application): void {
  bind(skillRegistryRoutes.search, async ({ caller, query, request }) => {
    const { registry, client } = await connected(app, caller, query.source_id)
    const asked = { query: query.q, limit: query.limit, signal: withinTime(request.signal) }
    return { body: await listed(app, caller, { registry, skills: await client.search(asked) }) }
  })

  bind(skillRegistryRoutes.trending, async ({ caller, query, request }) => {
    const { registry, client } = await connected(app, caller, query.source_id)
    const asked = { limit: query.limit, signal: withinTime(request.signal) }
    return { body: await listed(app, caller, { registry, skills: await client.trending(asked) }) }
  })

  bind(conversationRoutes.keep, async (call) => {
    const { slug } = call.params
    const { session } = await ownConversation(app, call.caller, call.params.id)
    const from = session.active.find((skill) => skill.slug === slug)?.fetchedFrom
    if (!from) throw notFetched(slug)
    const { state, skillId, arrivalId } = await keepFetched(app, call, from)
    return { body: { state, skill_id: skillId, arrival_id: arrivalId } }
  })

  bind(skillRegistryRoutes.metadata, async (call) => {
    const { caller, query } = call
    const { registry, client } = await connected(app, caller, query.source_id)
    const signal = withinTime(call.request.signal)
    const found = query.package === 'true' ? await client.fetch(query.id, signal) : null
    const skill = found?.skill ?? (await client.metadata(query.id, signal))
    const body = await listed(app, caller, { registry, skills: [skill] })
    const preview =
      found && (await previewPackage(catalogOf(app, caller), actorOf(call), { registry, found }))
    const [listing] = body.skills as [RegistryListing]
    return {
      body: {
        ...{ registry: body.registry, skill: listing },
        ...(preview && { package: toPackageBody(preview) }),
      },
    }
  })
}

interface RegistryCall {
  readonly caller: Caller
  readonly traceId: TraceId
  readonly request: Request
}

/** Takes the skill at an address of a connected registry. */
export async function installFromRegistry(
  app: Application,
  call: RegistryCall,
  address: string,
): Promise<InstalledEntry> {
  const entry = await entryAt(catalogOf(app, call.caller).store.sources, address)
  const deps = app.syncDepsOf(call.caller.principal.tenantId)
  return takeFromRegistry(deps, actorOf(call), await fetched(app, call, entry))
}

/** Holds a skill that a conversation fetched. */
async function keepFetched(
  app: Application,
  call: RegistryCall,
  { sourceId, id }: RegistryPlace,
): Promise<EntryState> {
  const registry = await registryToAsk(catalogOf(app, call.caller).store.sources, sourceId)
  const deps = app.syncDepsOf(call.caller.principal.tenantId)
  return holdFromRegistry(deps, actorOf(call), await fetched(app, call, { registry, id }))
}

async function fetched(
  app: Application,
  { caller, traceId, request }: RegistryCall,
  { registry, id }: RegistryEntry,
): Promise<TakeRequest> {
  const client = await app.registryOf(caller.principal.tenantId, registry)
  const found = await client.fetch(id, withinTime(request.signal))
  return { registry, found, traceId, owner: app.ids.next('syn') }
}

async function connected(app: Application, caller: Caller, sourceId: string | undefined) {
  const { sources } = catalogOf(app, caller).store
  const registry = await registryToAsk(sources, sourceId as SourceId | undefined)
  return { registry, client: await app.registryOf(caller.principal.tenantId, registry) }
}

function notFetched(slug: string): ProblemError {
  return new ProblemError({
    code: 'registry.not-fetched',
    kind: 'not-found',
    message: `This conversation has no skill "${slug}" from a registry.`,
    hint: 'A skill that was taken out of the conversation is searched for in the registry again.',
  })
}

function withinTime(signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(answerMs)])
}

async function listed(
  app: Application,
  caller: Caller,
  { registry, skills }: { registry: RegistrySource; skills: readonly RegistrySkill[] },
): Promise<RegistryLists> {
  const { id, name, config } = registry
  const stateOf = await readEntryStates(catalogOf(app, caller).store, id)
  return {
    registry: { source_id: id, name, base_url: config.baseUrl },
    skills: skills.map((skill) => toListing(skill, stateOf(skill.id))),
  }
}

function toListing(
  { id, slug, name, description, source, installs, url }: RegistrySkill,
  { state, skillId, arrivalId }: EntryState,
): RegistryListing {
  return {
    ...{ id, slug, name, description, source, installs, url },
    ...{ state, skill_id: skillId, arrival_id: arrivalId },
  }
}

function toPackageBody({
  facts,
  permissions,
  trust,
  diagnostics,
}: PackagePreview): NonNullable<RegistryMetadata['package']> {
  return {
    ...{ digest: facts.digest, content_length: facts.contentLength },
    files: facts.manifest.map(({ path, size }) => ({ path, size })),
    ...{ verdict: trust.scan.verdict, findings: trust.scan.findings.length },
    ...{ licence: trust.licence.expression, licence_decision: trust.licenceDecision },
    ...{
      asks: toRequestedPermissionsBody(permissions),
      diagnostics: diagnostics.map(toDiagnosticBody),
    },
  }
}
