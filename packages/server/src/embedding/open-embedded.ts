import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import {
  type Principal,
  ProblemError,
  rolePermissions,
  type Store,
  type UserId,
} from '@repertoire/core'
import { checkVocabularies } from '../http/agents/routing.ts'
import { checkDefaultModel, updateSettings } from '../http/organisation/settings.ts'
import { createUnlessExists, ensureOrganisation } from '../identity/auth/ensure-owner.ts'
import { createLogger } from '../platform/logger.ts'
import { randomIds, sha256, systemClock } from '../platform/system/system-ports.ts'
import { toModel } from '../runtime/models/embedded-model.ts'
import { type Models, selectModels } from '../runtime/models/select-model.ts'
import { type Config, loadConfig } from '../setup/config/config.ts'
import { closeServices, openServices, type Services } from '../setup/services.ts'
import { bringSkills, type SkillsToBring } from './bring-skills.ts'
import { checkOptions } from './check-options.ts'
import type { EmbeddedPerson, RepertoireOptions } from './repertoire-options.ts'
import { settingsUpdateOf } from './settings-option.ts'

/** The services of a server that nobody can reach, and for whom they work. */
export interface Embedded {
  readonly services: Services
  readonly principal: Principal
  close(): Promise<void>
}

/** `given` is configuration that stands in the place of the usual one. */
export async function openEmbedded(
  options: RepertoireOptions,
  given: Partial<Config> = {},
): Promise<Embedded> {
  checkOptions(options)
  const place = await openPlace(options.store)
  try {
    const { tools = [], hooks = {} } = options
    const logger = createLogger('error', process.stderr)
    const services = await openServices(
      { ...place.config, ...given },
      {
        ...{ logger, models: await modelsOf(options), own: { tools, hooks } },
        store: place.store,
      },
    )
    const close = async () => {
      await closeServices(services, undefined)
      await place.remove()
    }
    try {
      const principal = await prepare(services, options)
      await services.engine.start()
      return { services, principal, close }
    } catch (error) {
      await closeServices(services, undefined)
      throw error
    }
  } catch (error) {
    await place.remove()
    throw error
  }
}

/** The organisation with its settings and skills. */
async function prepare(
  services: Services,
  { settings: wanted, skills }: RepertoireOptions,
): Promise<Principal> {
  const { store } = services
  const { tenantId, owner } = await ensureOrganisation({ store, clock: systemClock })
  const { id: userId, role } = owner
  const principal = { tenantId, userId, role, permissions: rolePermissions(role) }
  if (wanted) {
    const update = settingsUpdateOf(wanted)
    checkVocabularies(services.routing, update.routing?.vocabularies)
    await checkDefaultModel(services, tenantId, update.default_model_id)
    const { settings } = store.tenant(tenantId)
    await updateSettings(services, settings, { update, expected: undefined, role })
  }
  if (skills !== undefined) {
    await bring(services, principal, { scope: 'org', folder: skills })
  }
  return principal
}

async function bring(
  { store, judgeOf }: Services,
  principal: Principal,
  { scope, folder }: SkillsToBring,
): Promise<void> {
  const { tenantId } = principal
  const ports = { clock: systemClock, ids: randomIds, sha256 }
  const deps = { ...ports, store: store.tenant(tenantId), judge: judgeOf(tenantId) }
  const actor = { principal, traceId: randomIds.traceId() }
  await bringSkills(deps, actor, { scope, folder: resolve(folder) })
}

/** The same services for somebody else of the organisation, who is added as a member the first time. */
export async function actAs(
  { services, principal: { tenantId }, close }: Embedded,
  { userId: given, name, skills }: EmbeddedPerson,
): Promise<Embedded> {
  const { members } = services.store.tenant(tenantId)
  const userId = `usr_${shortHash('person', given)}` as UserId
  const now = systemClock.now()
  const known = await members.get(userId)
  const role = known?.role ?? 'member'
  if (!known) {
    const member = { id: userId, name, role, createdAt: now, joinedAt: now }
    await createUnlessExists('member.exists', () => members.create(member))
  }
  const principal = { tenantId, userId, role, permissions: rolePermissions(role) }
  if (skills !== undefined) await bring(services, principal, { scope: 'user', folder: skills })
  return { services, principal, close }
}

async function modelsOf({ model: given }: RepertoireOptions): Promise<Models> {
  if (given === undefined) return selectModels(process.env)
  const model = toModel(given)
  return { default: model, byId: new Map([[model.id ?? model.label, model]]) }
}

interface Place {
  readonly config: Config
  /** Open already. */
  readonly store: Store | undefined
  remove(): Promise<void>
}

/** Where the data is. Where the program names no folder, a temporary one is there until the end. */
async function openPlace(store: RepertoireOptions['store']): Promise<Place> {
  const { folder: named, variables, opened } = partsOf(store)
  const folder = named ?? (await mkdtemp(join(tmpdir(), 'repertoire-')))
  // Of this process's environment only the model is taken: the rest is for servers.
  const env = { REPERTOIRE_DATA_DIR: folder, ...variables }
  const config = loadConfig({ argv: [], env, cwd: process.cwd() })
  if (!config) throw new ProblemError(noConfiguration)
  return {
    config,
    store: opened,
    remove: async () => {
      if (named === undefined) await rm(folder, { recursive: true, force: true })
    },
  }
}

interface PlaceParts {
  readonly folder?: string
  readonly variables?: Readonly<Record<string, string>>
  readonly opened?: Store
}

function partsOf(store: RepertoireOptions['store']): PlaceParts {
  if (store === undefined) return {}
  if (typeof store === 'string') return { folder: resolve(store) }
  if ('tenant' in store) return { opened: store }
  const { databaseUrl: DATABASE_URL } = store
  // Files are never in a folder that is removed while the database stays.
  const { dataDir, blobsUrl } = store
  return {
    ...(dataDir !== undefined && { folder: resolve(dataDir) }),
    variables: { DATABASE_URL, ...(blobsUrl !== undefined && { REPERTOIRE_BLOBS_URL: blobsUrl }) },
  }
}

const noConfiguration = {
  code: 'config.invalid',
  kind: 'internal',
  message: 'There is no configuration.',
} as const

/** A conversation's id of a program, as it is stored: each person has names of their own. */
export function conversationIdOf(
  { userId }: Pick<Principal, 'userId'>,
  name: string = randomUUID(),
): string {
  return `cnv_${shortHash(userId, name)}`
}

function shortHash(...parts: readonly string[]): string {
  return sha256(JSON.stringify(['embedded', ...parts])).slice(0, 32)
}
