import { useMutation } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../../shared/api/api.ts'
import { Button } from '../../../shared/design/button.tsx'
import { Modal } from '../../../shared/design/dialog.tsx'
import { TextArea, TextField } from '../../../shared/design/field.tsx'
import { Form } from '../../../shared/design/form.tsx'
import { Failed } from '../../../shared/design/states.tsx'
import { ExecutionLiveRegion } from '../../executions/execution-live-region.tsx'
import { ExecutionPanel } from '../../executions/execution-panel.tsx'
import { endSentence } from '../../executions/status-labels.ts'
import { useExecution } from '../../executions/use-execution.ts'

/** What a person may run a file as; a file of another kind says it in its first line. */
const scriptEnding = /\.(?:py|js|mjs|cjs|ts|mts|sh|bash)$/i

/** True for a file that looks like a script. */
export function isScriptFile(file: {
  readonly path: string
  readonly executable: boolean
}): boolean {
  return file.executable || scriptEnding.test(file.path)
}

interface RunScriptProps {
  readonly skillId: string
  readonly path: string
}

/** A button that runs one script of the skill by hand, with what it prints. */
export function RunScript({ skillId, path }: RunScriptProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="small" variant="quiet" onClick={() => setOpen(true)}>
        <Play size={13} aria-hidden="true" /> Run…
        <span className="sr-only"> {path}</span>
      </Button>
      {open && (
        <Modal
          open
          wide
          onClose={() => setOpen(false)}
          title={`Run ${path}`}
          description="Runs the saved script once in the sandbox. Closing this does not end it."
        >
          <RunForm skillId={skillId} path={path} />
        </Modal>
      )}
    </>
  )
}

function RunForm({ skillId, path }: RunScriptProps) {
  const [args, setArgs] = useState('')
  const [stdin, setStdin] = useState('')
  const start = useMutation({
    mutationFn: () =>
      api.executions.start({
        skill_id: skillId,
        script: path,
        ...(args.trim() ? { args } : {}),
        ...(stdin ? { stdin } : {}),
      }),
  })
  const id = start.data?.id ?? null
  const { view, error } = useExecution(id)
  const working = start.isPending || (id !== null && !view.end && !error)
  return (
    <div className="flex flex-col gap-4">
      <Form className="flex flex-col gap-3" onSubmit={() => working || start.mutate()}>
        <TextField
          label="Arguments"
          mono
          value={args}
          onChange={(event) => setArgs(event.target.value)}
          hint="One line, split at blanks outside of quotes."
        />
        <TextArea
          label="Standard input"
          value={stdin}
          spellCheck={false}
          onChange={(event) => setStdin(event.target.value)}
        />
        <Button type="submit" variant="primary" disabled={working} className="self-start">
          <Play size={14} aria-hidden="true" /> {working ? 'Running…' : 'Run'}
        </Button>
      </Form>
      {start.isError && <Failed what="It was not run" error={start.error} />}
      {id && !start.isPending && (
        <>
          <ExecutionPanel id={id} label={path} view={view} error={error} />
          <ExecutionLiveRegion
            key={id}
            label={path}
            ending={view.end && endSentence(path, view.end.status, view.end.exit_code)}
          />
        </>
      )}
    </div>
  )
}
