import type { SkillTrustBody } from '@repertoire/protocol'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../shared/api/api.ts'
import { Button } from '../../../shared/design/button.tsx'
import { Confirm } from '../../../shared/design/dialog.tsx'
import { MarkedText } from '../../../shared/design/marked-text.tsx'
import { Notice } from '../../../shared/design/notice.tsx'
import { Section } from '../../../shared/design/section.tsx'
import { showToast } from '../../../shared/design/show-toast.ts'
import { QueryPlaceholder } from '../../../shared/design/states.tsx'
import { Timestamp } from '../../../shared/design/timestamp.tsx'
import { useAction } from '../../../shared/design/use-action.ts'
import { useMayWriteSkills } from '../../../shared/session/use-me.ts'
import { FindingList } from '../../revisions/finding-list.tsx'
import { PermissionList } from '../../revisions/permission-list.tsx'
import { refreshReviews, trustQuery } from '../../revisions/revision-queries.ts'
import { TrustFacts } from '../../revisions/trust-facts.tsx'
import { ImportHistory } from './import-history.tsx'

/** Where the skill's content is from, what is known of it, and who approved what when. */
export function TrustTab({ skillId, slug }: { readonly skillId: string; readonly slug: string }) {
  const trust = useQuery(trustQuery(skillId))
  if (!trust.isSuccess) return <QueryPlaceholder for={trust} what="What is known of the skill" />
  const { report, origin, asks, arrivals, revocation } = trust.data
  return (
    <div className="pt-2">
      {revocation && (
        <div className="mb-6">
          <Notice tone="bad" title="This content was revoked: agents cannot use it">
            <MarkedText text={revocation.reason} /> <Timestamp at={revocation.at} />
          </Notice>
        </div>
      )}
      <Section title="Origin">
        <p className="[overflow-wrap:anywhere]">
          {origin.source_url ? (
            <MarkedText text={origin.source_url} />
          ) : (
            'Written or imported here.'
          )}
        </p>
        {origin.source_ref && (
          <p className="mt-1 font-mono text-xs text-ink-2 [overflow-wrap:anywhere]">
            <MarkedText text={origin.source_ref} />
          </p>
        )}
      </Section>
      <Section title="What it asks for">
        <PermissionList permissions={asks} />
      </Section>
      <Section title="What is known of it" description="Of the saved revision.">
        <TrustFacts report={report} />
      </Section>
      <Section title="Findings">
        <FindingList report={report} subject={{ skill_id: skillId }} />
      </Section>
      {arrivals.length > 0 && (
        <Section title="Arrivals" description="How its contents came in, and who approved them.">
          <ImportHistory arrivals={arrivals} />
        </Section>
      )}
      <Revocation trust={trust.data} slug={slug} />
    </div>
  )
}

interface RevocationProps {
  readonly trust: SkillTrustBody
  readonly slug: string
}

/** Takes this content out of use everywhere in the organisation, or takes that back. */
function Revocation({ trust, slug }: RevocationProps) {
  const writes = useMayWriteSkills('org')
  const [asking, setAsking] = useState(false)
  const { digest, revocation } = trust
  const change = useAction({
    mutationFn: async (act: 'revoke' | 'restore') => {
      if (act === 'revoke') await api.reviews.revoke(digest, `Revoked on the page of ${slug}`)
      else await api.reviews.removeRevocation(digest)
    },
    onSuccess: (_, act) => {
      showToast(
        act === 'revoke'
          ? 'The content was revoked, and its skills are disabled'
          : 'The revocation is gone',
        act === 'restore'
          ? { description: 'The skill stays disabled until somebody enables it.' }
          : {},
      )
    },
    onSettled: refreshReviews,
  })
  if (!writes) return null
  return (
    <Section
      title="Revocation"
      description="A revoked content cannot be used, whatever skill has it and whoever brings it in."
    >
      {revocation ? (
        <Button disabled={change.isPending} onClick={() => change.mutate('restore')}>
          Take the revocation back
        </Button>
      ) : (
        <Button variant="danger" disabled={change.isPending} onClick={() => setAsking(true)}>
          Revoke this content…
        </Button>
      )}
      <Confirm
        open={asking}
        title="Revoke this content?"
        description="Skills that have it are disabled, and running conversations lose it at their next step."
        confirm="Revoke"
        onConfirm={() => change.mutate('revoke')}
        onClose={() => setAsking(false)}
      />
    </Section>
  )
}
