import {
  type IgnoredEntryId,
  ProblemError,
  type RevisionDigest,
  type SourceId,
} from '@repertoire/core/base'
import type { IgnoredEntry } from '@repertoire/core/domain'
import { ignoreEntry, sourceNotFound, stopIgnoring } from '@repertoire/core/ingest'
import { type IgnoredEntryBody, sourceRoutes } from '@repertoire/protocol'
import { type Application, actorOf, catalogOf } from '../base/application.ts'
import type { BindRoute } from '../base/bind-route.ts'
import { personNames } from '../skills/skill-revisions.ts'
import type { PersonNames } from '../wire/skill.ts'
import { wireTime } from '../wire/time.ts'

/** Skills of a source, and versions of them, that nobody wants to be asked about. */
export function bindIgnoredEntries(bind: BindRoute, app: Application): void {
  bind(sourceRoutes.ignored, async ({ params, caller }) => {
    const { sources } = catalogOf(app, caller).store
    const id = params.id as SourceId
    if (!(await sources.get(id))) throw new ProblemError(sourceNotFound)
    const [ignored, people] = await Promise.all([sources.ignored(id), personNames(app, caller)])
    return { body: { items: ignored.map((one) => toIgnoredBody(one, people)) } }
  })

  bind(sourceRoutes.ignore, async (call) => {
    const { path: entryId, digest, reason } = call.body
    const ignored = await ignoreEntry(catalogOf(app, call.caller), actorOf(call), {
      ...{ sourceId: call.params.id as SourceId, entryId, reason },
      digest: digest as RevisionDigest | null,
    })
    const body = toIgnoredBody(ignored, await personNames(app, call.caller))
    return { status: 201, body }
  })

  bind(sourceRoutes.stopIgnoring, async (call) => {
    const { id, ignored_id: ignored } = call.params
    await stopIgnoring(catalogOf(app, call.caller), actorOf(call), {
      ...{ sourceId: id as SourceId, id: ignored as IgnoredEntryId },
    })
    return { body: null }
  })
}

function toIgnoredBody(
  { id, entryId, digest, name, reason, by, at }: IgnoredEntry,
  people: PersonNames,
): IgnoredEntryBody {
  return {
    ...{ id, path: entryId, digest, name, reason },
    ...{ by, by_name: people.get(by) ?? null, at: wireTime(at) },
  }
}
