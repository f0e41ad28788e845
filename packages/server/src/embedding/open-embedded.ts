import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import type { UserId } from '@repertoire/core/base'
import { type Principal, rolePermissions } from '@repertoire/core/domain'
import type { Logger } from 'pino'
import { checkVocabularies } from '../http/agents/routing.ts'
import { checkModels, updateSettings } from '../http/organisation/settings.ts'
import { createUnlessExists, ensureOrganisation } from '../identity/auth/ensure-owner.ts'
import { randomIds, sha256, systemClock } from '../platform/system/system-ports.ts'
import { toModel } from '../runtime/models/embedded-model.ts'
import { type Models, selectModels } from '../runtime/models/select-model.ts'
import type { Config } from '../setup/config/config.ts'
import { closeServices, openServices, type Services } from '../setup/services.ts'
import { bringSkills, type SkillsToBring } from './bring-skills.ts'
import { checkOptions } from './check-options.ts'
import { loggerOf, warnWithoutSandbox } from './embedded-log.ts'
import { openPlace } from './embedded-place.ts'
import type { EmbeddedPerson, RepertoireOptions } from './repertoire-options.ts'
import { settingsUpdateOf } from './settings-option.ts'

type LoggedServices = Services & { readonly logger: Logger }

/** The services of a server that nobody can reach, and for whom they work. */
export interface Embedded {
  readonly services: LoggedServices
  readonly principal: Principal
  isClosed(): boolean
  /** Closing twice is closing once. */
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
    const logger = loggerOf(options)
    const services = await openServices(
      { ...place.config, ...given },
      {
        ...{ logger, models: await modelsOf(options), own: { tools, hooks } },
        store: place.store,
      },
    )
    try {
      const principal = await prepare({ ...services, logger }, options)
      await services.engine.start()
      // Nobody waits for it: looking for a sandbox takes a while.
      const notified = warnWithoutSandbox(services, logger)
      let closing: Promise<void> | undefined
      const close = async () => {
        await notified
        await closeServices(services, undefined)
        await place.remove()
      }
      return {
        ...{ services: { ...services, logger }, principal },
        isClosed: () => closing !== undefined,
        close: () => {
          closing ??= close()
          return closing
        },
      }
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
  services: LoggedServices,
  { settings: wanted, skills }: RepertoireOptions,
): Promise<Principal> {
  const { store } = services
  const { tenantId, owner } = await ensureOrganisation({ store, clock: systemClock })
  const { id: userId, role } = owner
  const principal = { tenantId, userId, role, permissions: rolePermissions(role) }
  if (wanted) {
    const update = settingsUpdateOf(wanted)
    checkVocabularies(services.routing, update.routing?.vocabularies)
    await checkModels(services, tenantId, update)
    const { settings } = store.tenant(tenantId)
    await updateSettings(services, settings, { update, expected: undefined, role })
  }
  if (skills !== undefined) {
    await bring(services, principal, { scope: 'org', folder: skills })
  }
  return principal
}

async function bring(
  { store, judgeOf, logger }: LoggedServices,
  principal: Principal,
  { scope, folder }: SkillsToBring,
): Promise<void> {
  const { tenantId } = principal
  const ports = { clock: systemClock, ids: randomIds, sha256 }
  const deps = { ...ports, store: store.tenant(tenantId), judge: judgeOf(tenantId) }
  const actor = { principal, traceId: randomIds.traceId() }
  for (const { path, codes } of await bringSkills(deps, actor, {
    scope,
    folder: resolve(folder),
  })) {
    const isUnfindable = codes.includes('description.missing')
    const what = isUnfindable
      ? 'has no description, so no agent finds it'
      : 'was taken with warnings'
    logger.warn({ skill: path, codes }, `a skill ${what}`)
  }
}

/** The same services for somebody else of the organisation, who is added as a member the first time. */
export async function actAs(
  { services, principal: { tenantId }, ...rest }: Embedded,
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
  return { services, principal, ...rest }
}

async function modelsOf({ model: given }: RepertoireOptions): Promise<Models> {
  if (given === undefined) return selectModels(process.env)
  const model = toModel(given)
  return { default: model, byId: new Map([[model.id ?? model.label, model]]) }
}

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
