import type { ConnectorBody } from '@repertoire/protocol'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../shared/api/api.ts'
import { problemOf } from '../../shared/api/problem.ts'
import { Button } from '../../shared/design/button.tsx'
import { Modal } from '../../shared/design/dialog.tsx'
import { Form } from '../../shared/design/form.tsx'
import { Notice } from '../../shared/design/notice.tsx'
import { showToast } from '../../shared/design/show-toast.ts'
import {
  type ConnectorDraft,
  createBody,
  draftErrors,
  draftOfConnector,
  errorsOfProblem,
  newConnectorDraft,
  updateBody,
} from './connector-draft.ts'
import { ConnectorFields } from './connector-fields.tsx'
import { refreshConnectors } from './connector-queries.ts'

interface ConnectorDialogProps {
  /** Null for a new one. */
  readonly connector: ConnectorBody | null
  readonly onClose: () => void
}

/** Adds a connector, or changes one. */
export function ConnectorDialog({ connector, onClose }: ConnectorDialogProps) {
  const [draft, setDraft] = useState(connector ? draftOfConnector(connector) : newConnectorDraft)
  const [checked, setChecked] = useState(false)
  const save = useMutation({
    mutationFn: () =>
      connector
        ? api.connectors.update(
            connector.name,
            updateBody(draft, connector),
            connector.etag ?? undefined,
          )
        : api.connectors.add(createBody(draft)),
    onSuccess: ({ title }) => {
      showToast(connector ? `${title} was saved` : `${title} was added`, {
        description: 'Test it, then say who may use it.',
      })
      onClose()
    },
    onSettled: refreshConnectors,
  })
  const found = checked ? draftErrors(draft) : {}
  const problem = save.isError ? problemOf(save.error) : null
  const errors = { ...(problem && errorsOfProblem(problem)), ...found }
  const form = useRef<HTMLFormElement>(null)
  const wrong = Object.keys(errors).join()
  useEffect(() => {
    if (wrong) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [wrong])

  function change(part: Partial<ConnectorDraft>) {
    setDraft((before) => ({ ...before, ...part }))
    setChecked(false)
    save.reset()
  }

  return (
    <Modal
      open
      form
      onClose={onClose}
      title={connector ? `Edit ${connector.title}` : 'Add connector'}
    >
      <Form
        ref={form}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={() => {
          setChecked(true)
          if (Object.keys(draftErrors(draft)).length === 0) save.mutate()
        }}
      >
        <ConnectorFields
          draft={draft}
          errors={errors}
          isNew={connector === null}
          onChange={change}
        />
        {problem && !errorsOfProblem(problem) && (
          <Notice tone="bad" urgent title={problem.message}>
            {problem.hint}
          </Notice>
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={save.isPending}>
            {save.isPending ? 'Saving' : connector ? 'Save' : 'Add connector'}
          </Button>
        </div>
      </Form>
    </Modal>
  )
}
