import { useState } from 'react'
import { Button } from '../../../shared/design/button.tsx'
import { Modal } from '../../../shared/design/dialog.tsx'
import { TextField } from '../../../shared/design/field.tsx'
import { Form } from '../../../shared/design/form.tsx'
import { maxViewName } from './saved-views.ts'

interface ViewNameDialogProps {
  readonly title: string
  readonly initial: string
  readonly taken: readonly string[]
  readonly onName: (name: string) => void
  readonly onClose: () => void
}

/** Asks for a view's name; one that is in use is replaced, and that is said first. */
export function ViewNameDialog({ title, initial, taken, onName, onClose }: ViewNameDialogProps) {
  const [text, setText] = useState(initial)
  const name = text.trim()
  const replaces = name !== initial && taken.includes(name)
  return (
    <Modal
      open
      onClose={onClose}
      title={title}
      description="Filters, search and order of the list, kept for you in this browser. To share them, send the address of the page."
    >
      <Form className="flex flex-col gap-4" onSubmit={() => name !== '' && onName(name)}>
        <TextField
          label="Name"
          value={text}
          maxLength={maxViewName}
          onChange={(event) => setText(event.target.value)}
          hint={replaces ? `Replaces the view “${name}”.` : undefined}
        />
        <Button type="submit" variant="primary" disabled={name === ''} className="self-end">
          {replaces ? 'Replace' : 'Save'}
        </Button>
      </Form>
    </Modal>
  )
}
