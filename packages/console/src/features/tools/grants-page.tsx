import type { ToolGrantBody } from '@repertoire/protocol'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../shared/api/api.ts'
import { queryClient } from '../../shared/api/queries.ts'
import { Badge } from '../../shared/design/badge.tsx'
import { Button } from '../../shared/design/button.tsx'
import { Confirm } from '../../shared/design/dialog.tsx'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { formatCount } from '../../shared/design/numbers.ts'
import { Page } from '../../shared/design/page.tsx'
import { PagedList } from '../../shared/design/paged-list.tsx'
import { showToast } from '../../shared/design/show-toast.ts'
import { Empty } from '../../shared/design/states.tsx'
import { Timestamp } from '../../shared/design/timestamp.tsx'
import { useAction } from '../../shared/design/use-action.ts'
import { useCan } from '../../shared/session/use-me.ts'
import { GrantForm } from './grant-form.tsx'
import { constraintLabel, grantState } from './grant-labels.ts'
import { approvalQuery, grantsQuery } from './tool-queries.ts'

/** What may be called in turns nobody starts. */
export function GrantsPage() {
  const { from = '' } = useSearch({ from: '/app/settings/grants' })
  const navigate = useNavigate()
  const grants = useInfiniteQuery(grantsQuery)
  const past = useQuery(approvalQuery(from))
  const creates = useCan('settings.write')
  const call = past.data?.type === 'tool_call' ? past.data.call : null
  const [opened, setOpened] = useState(from !== '')
  const close = () => {
    setOpened(false)
    if (from !== '') void navigate({ to: '/settings/grants', search: {}, replace: true })
  }
  return (
    <Page
      narrow
      title="Grants"
      actions={
        creates &&
        !opened && (
          <Button variant="primary" onClick={() => setOpened(true)}>
            <Plus size={15} aria-hidden="true" /> New grant
          </Button>
        )
      }
      subtitle={
        <>
          Calls that are allowed in turns nobody starts: schedules and webhooks. Where a person is
          there, the person is asked as always.{' '}
          <Link to="/settings/approvals" className="text-accent-ink underline underline-offset-2">
            Approvals
          </Link>
        </>
      }
    >
      {creates && opened && (from === '' || past.data || past.isError) && (
        <GrantForm key={call?.arguments_digest ?? ''} call={call} onClose={close} />
      )}
      <PagedList
        list={grants}
        what="Grants"
        whenEmpty={
          !opened && (
            <Empty icon={<KeyRound size={20} />} title="No grants">
              In turns nobody starts, nothing is called that would ask a person.{' '}
              {creates
                ? 'Allow a call that was approved once from its card among the answered approvals, or write a grant here.'
                : 'An owner or admin can write a grant.'}
            </Empty>
          )
        }
      >
        {(items) => (
          <ul aria-label="Grants" className="card divide-y divide-line">
            {items.map((grant) => (
              <GrantRow key={grant.id} grant={grant} />
            ))}
          </ul>
        )}
      </PagedList>
    </Page>
  )
}

function GrantRow({ grant }: { readonly grant: ToolGrantBody }) {
  const [asking, setAsking] = useState(false)
  const revoke = useAction({
    mutationFn: () => api.tools.revokeGrant(grant.id),
    onSuccess: () => showToast('The grant was revoked'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: grantsQuery.queryKey }),
  })
  const { label, tone, usable } = grantState(grant, Date.now())
  return (
    <li className="flex flex-wrap items-start gap-3 px-4 py-3">
      <div className="min-w-52 flex-1">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-mono text-xs font-medium [overflow-wrap:anywhere]">
            <MarkedText text={grant.tool} />
          </span>
          <Badge tone={tone}>{label}</Badge>
        </p>
        <ul className="my-1 text-xs text-ink-2">
          {constraintLabel(grant.constraints).map((words) => (
            <li key={words} className="[overflow-wrap:anywhere]">
              <MarkedText text={words} />
            </li>
          ))}
        </ul>
        <p className="text-xs text-ink-3">
          Used {formatCount(grant.uses)} of {formatCount(grant.max_uses)} times ·{' '}
          {Date.parse(grant.expires_at) > Date.now() ? 'ends' : 'ended'}{' '}
          <Timestamp at={grant.expires_at} />
        </p>
        {grant.lapsed && grant.revoked_at === null && (
          <p className="text-xs text-ink-2">
            It does not count: whoever made it is no longer an owner or admin.
          </p>
        )}
      </div>
      {usable && (
        <Button size="small" disabled={revoke.isPending} onClick={() => setAsking(true)}>
          Revoke
        </Button>
      )}
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title="Revoke this grant?"
        description="From now on nothing happens by it; a call that has begun goes on."
        confirm="Revoke"
        onConfirm={() => {
          revoke.mutate()
          setAsking(false)
        }}
      />
    </li>
  )
}
