import type { TenantId, TraceId, UserId } from '@repertoire/core/base'
import { permissions } from '@repertoire/core/domain'
import { keptUntil } from '@repertoire/core/keep'
import { type Organisation, tenantNotFound } from '@repertoire/core/ports'
import { exportOrganisation } from '@repertoire/core/report'
import { type OrganisationBody, operatorRoutes } from '@repertoire/protocol'
import { issueApiKey } from '../../identity/auth/api-key.ts'
import { createPackageZipWriter } from '../../storage/packing/package-zip-writer.ts'
import type { Application } from '../base/application.ts'
import type { BindRoute } from '../base/bind-route.ts'
import { wireTime, wireTimeOrNull } from '../wire/time.ts'

/** Organisations, for the operator of the server. Nothing of their contents is read, except by an export. */
export function bindOperator(bind: BindRoute, app: Application): void {
  if (app.operatorKey === undefined) return
  const { directory } = app.store
  const packer = createPackageZipWriter()

  bind(operatorRoutes.list, async () => {
    return { body: { items: (await directory.organisations()).map(toOrganisationBody) } }
  })

  bind(operatorRoutes.create, async ({ body: { name, owner }, traceId }) => {
    const id = app.ids.next('ten') as TenantId
    const createdAt = app.clock.now()
    await directory.createTenant({ id, name, createdAt })
    const key = await createOwner(app, id, owner)
    await record(app, { id, action: 'organisation-created', traceId, name })
    return { body: { ...toOrganisationBody(await existing(app, id)), key } }
  })

  bind(operatorRoutes.rename, async ({ params, body: { name }, traceId }) => {
    const id = params.id as TenantId
    await directory.renameTenant(id, name)
    await record(app, { id, action: 'organisation-renamed', traceId, name })
    return { body: toOrganisationBody(await existing(app, id)) }
  })

  bind(operatorRoutes.remove, async ({ params, traceId }) => {
    const { id, name } = await existing(app, params.id)
    await directory.deleteTenant(id, app.clock.now())
    await record(app, { id, action: 'organisation-deleted', traceId, name })
    return { body: null }
  })

  bind(operatorRoutes.restore, async ({ params, traceId }) => {
    const { id, name } = await existing(app, params.id)
    await directory.restoreTenant(id)
    await record(app, { id, action: 'organisation-restored', traceId, name })
    return { body: toOrganisationBody(await existing(app, id)) }
  })

  bind(operatorRoutes.export, async ({ params, traceId }) => {
    const organisation = await existing(app, params.id)
    const { id, name } = organisation
    // Before the export, so that it has its own entry.
    await record(app, { id, action: 'organisation-exported', traceId, name })
    const files = await exportOrganisation(app.store.tenant(id), organisation)
    const bytes = await packer.pack(id, files)
    return new Response(new Uint8Array(bytes), {
      headers: {
        'content-type': 'application/zip',
        'content-length': String(bytes.byteLength),
        'content-disposition': `attachment; filename="${id}.zip"`,
      },
    })
  })
}

async function existing({ store }: Application, id: string): Promise<Organisation> {
  const found = (await store.directory.organisations()).find((one) => one.id === id)
  if (!found) throw tenantNotFound(id)
  return found
}

/** The secret of the owner's key. */
async function createOwner(app: Application, id: TenantId, name: string): Promise<string> {
  const { members } = app.store.tenant(id)
  const userId = app.ids.next('usr') as UserId
  await members.create({ id: userId, name, role: 'owner', createdAt: app.clock.now() })
  const made = { expiresAt: null, parentId: null, createdBy: null, loginKeyId: null }
  const request = { userId, name: 'first key', scopes: permissions, ...made }
  const { key, hash, secret } = issueApiKey(app, request)
  await members.createKey(key, hash, { madeBy: 'operator' })
  return secret
}

interface Recorded {
  readonly id: TenantId
  readonly action: string
  readonly traceId: string
  readonly name: string
}

/** In the organisation's own audit log and in the server's log: the operator is no person of it. */
async function record(app: Application, { id, action, traceId, name }: Recorded): Promise<void> {
  const at = app.clock.now()
  const entry = { id: app.ids.next('aud'), at, actor: null, action, target: id }
  const details = { by: 'operator', name }
  await app.store.tenant(id).audit.append([{ ...entry, traceId: traceId as TraceId, details }])
  app.logger.warn({ organisation: id, trace_id: traceId }, action)
}

function toOrganisationBody({ id, name, createdAt, deletedAt }: Organisation): OrganisationBody {
  return {
    ...{ id, name, created_at: wireTime(createdAt), deleted_at: wireTimeOrNull(deletedAt) },
    kept_until: deletedAt === null ? null : wireTime(keptUntil({ deletedAt })),
  }
}
