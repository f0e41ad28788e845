import type { ApprovalBody } from '@repertoire/protocol'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { toast } from 'sonner'
import { Button } from '../design/button.tsx'
import { TextField } from '../design/field.tsx'
import { Notice } from '../design/notice.tsx'
import { api } from '../shell/api.ts'
import { showErrorToast } from '../shell/error-toast.ts'
import { queryClient } from '../shell/queries.ts'
import { constraintsFrom, draftsOf } from './argument-draft.ts'
import { ArgumentFields } from './argument-fields.tsx'
import { constraintsOf, mayBeGranted } from './grant-labels.ts'
import { grantsQuery, toolsQuery } from './tool-queries.ts'

const day = 86_400_000
type PastCall = Extract<ApprovalBody, { type: 'tool_call' }>['call']

interface GrantFormProps {
  readonly call: PastCall | null
  readonly onClose: () => void
}

/** Allows a call, like one that was approved before or as it is written here. */
export function GrantForm({ call, onClose }: GrantFormProps) {
  const names = useId()
  const tools = useQuery(toolsQuery)
  const [tool, setTool] = useState(call?.tool ?? '')
  const [uses, setUses] = useState('1')
  const [days, setDays] = useState('7')
  const [drafts, setDrafts] = useState(() => draftsOf(constraintsOf(call?.arguments)))
  const constraints = constraintsFrom(drafts)
  const trouble = typeof constraints === 'string' ? constraints : null
  const create = useMutation({
    mutationFn: () =>
      api.tools.createGrant({
        ...{ tool, constraints: typeof constraints === 'string' ? {} : constraints },
        max_uses: Number(uses),
        expires_at: new Date(Date.now() + Number(days) * day).toISOString(),
      }),
    onSuccess: () => {
      toast.success(`${tool} is allowed in turns nobody starts`)
      onClose()
    },
    onError: showErrorToast,
    onSettled: () => queryClient.invalidateQueries({ queryKey: grantsQuery.queryKey }),
  })
  return (
    <form
      aria-label="New grant"
      className="card mb-6 flex flex-col gap-4 p-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!create.isPending && trouble === null) create.mutate()
      }}
    >
      <Notice tone="warn">
        Nobody is there in such a turn. Allow as little as you can: exact values, few times, not for
        long.
      </Notice>
      <div className="flex flex-wrap gap-3">
        <TextField
          label="Tool"
          mono
          required
          list={names}
          value={tool}
          onChange={(event) => setTool(event.target.value)}
          className="min-w-52 flex-1 max-sm:min-w-full"
        />
        <datalist id={names}>
          {tools.data?.items.filter(mayBeGranted).map(({ name }) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <TextField
          label="Times"
          type="number"
          min={1}
          max={10_000}
          required
          value={uses}
          onChange={(event) => setUses(event.target.value)}
          className="w-24"
        />
        <TextField
          label="Days"
          type="number"
          min={1}
          max={366}
          required
          value={days}
          onChange={(event) => setDays(event.target.value)}
          className="w-24"
        />
      </div>
      <ArgumentFields drafts={drafts} onChange={setDrafts} />
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="primary" type="submit" disabled={create.isPending || trouble !== null}>
          Allow
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
        {trouble && <p className="text-xs text-ink-2">{trouble}</p>}
      </div>
    </form>
  )
}
