import type { ApprovalBody } from '@repertoire/protocol'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import { Button } from '../design/button.tsx'
import { TextArea, TextField } from '../design/field.tsx'
import { Notice } from '../design/notice.tsx'
import { api } from '../shell/api.ts'
import { problemOf } from '../shell/problem.ts'
import { queryClient } from '../shell/queries.ts'
import { constraintsOf, readConstraints } from './grant-words.ts'
import { grantsQuery } from './tool-queries.ts'

const day = 86_400_000
type PastCall = Extract<ApprovalBody, { type: 'tool_call' }>['call']

/** Allows a call, like one that was approved before or as it is written here. */
export function GrantForm({ call }: { readonly call: PastCall | null }) {
  const [tool, setTool] = useState(call?.tool ?? '')
  const [uses, setUses] = useState('1')
  const [days, setDays] = useState('7')
  const [text, setText] = useState(JSON.stringify(constraintsOf(call?.arguments), null, 2))
  const constraints = readConstraints(text)
  const create = useMutation({
    mutationFn: () =>
      api.tools.createGrant({
        ...{ tool, constraints: typeof constraints === 'string' ? {} : constraints },
        max_uses: Number(uses),
        expires_at: new Date(Date.now() + Number(days) * day).toISOString(),
      }),
    onSuccess: () => toast.success(`${tool} is allowed in turns nobody starts`),
    onError: (error) =>
      toast.error(problemOf(error).message, { description: problemOf(error).hint }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: grantsQuery.queryKey }),
  })
  return (
    <form
      aria-label="New grant"
      className="card mb-6 flex flex-col gap-3 p-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!create.isPending && typeof constraints !== 'string') create.mutate()
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
          value={tool}
          onChange={(event) => setTool(event.target.value)}
          className="min-w-52 flex-1"
        />
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
      <TextArea
        label="Arguments"
        hint='One entry each: {"kind": "equals", "value": …}, "one-of" with "values", "between" with "min" and "max", "absent" or "any". An argument not named must be absent.'
        rows={6}
        spellCheck={false}
        value={text}
        error={typeof constraints === 'string' ? constraints : undefined}
        onChange={(event) => setText(event.target.value)}
      />
      <div>
        <Button
          variant="primary"
          type="submit"
          disabled={create.isPending || typeof constraints === 'string'}
        >
          Allow
        </Button>
      </div>
    </form>
  )
}
