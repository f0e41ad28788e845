import { ProblemError, type RevisionDigest } from '@repertoire/core/base'
import { removeRevocation, revokeDigest, trustOfSkill } from '@repertoire/core/ingest'
import { reviewRoutes } from '@repertoire/protocol'
import { type Application, actorOf, catalogOf } from '../base/application.ts'
import type { BindRoute } from '../base/bind-route.ts'
import { personNames } from '../skills/skill-revisions.ts'
import { visibleSkill } from '../skills/visible-skill.ts'
import {
  toRequestedPermissionsBody,
  toRevocationBody,
  toTrustBody,
} from '../wire/pending-revision.ts'
import { summaries } from './reviews.ts'

/** What is known of contents that are here, and which must not be used. */
export function bindTrust(bind: BindRoute, app: Application): void {
  bind(reviewRoutes.skillTrust, async ({ params, caller }) => {
    const skill = await visibleSkill(app, caller, params.id)
    const trust = await trustOfSkill(catalogOf(app, caller), skill)
    const people = await personNames(app, caller)
    const { sourceType, sourceUrl, sourceRef, sourceId, provenance } = skill.origin
    return {
      body: {
        digest: trust.digest,
        report: toTrustBody(trust.report, people),
        origin: {
          ...{ source_type: sourceType, source_url: sourceUrl, source_ref: sourceRef },
          ...{ source_id: sourceId, provenance },
        },
        asks: toRequestedPermissionsBody(trust.permissions),
        arrivals: await summaries(app, caller, trust.arrivals),
        revocation: trust.revocation && toRevocationBody(trust.revocation),
      },
    }
  })

  bind(reviewRoutes.revocations, async ({ caller }) => {
    const revocations = await catalogOf(app, caller).store.reviews.revocations()
    return { body: { items: revocations.map(toRevocationBody) } }
  })

  bind(reviewRoutes.revoke, async (call) => {
    const { digest, reason } = call.body
    const disabled = await revokeDigest(catalogOf(app, call.caller), actorOf(call), {
      ...{ digest: digest as RevisionDigest, reason },
    })
    const skills = disabled.map(({ id, slug }) => ({ skill_id: id, slug }))
    return { status: 201, body: { disabled: skills } }
  })

  bind(reviewRoutes.removeRevocation, async (call) => {
    const digest = call.params.digest as RevisionDigest
    const isRemoved = await removeRevocation(catalogOf(app, call.caller), actorOf(call), digest)
    if (!isRemoved) throw new ProblemError(revocationNotFound)
    return { body: null }
  })
}

const revocationNotFound = {
  code: 'revocation.not-found',
  kind: 'not-found',
  message: 'This content was not revoked.',
} as const
