import { useState } from 'react'
import { Button } from '../../../shared/design/button.tsx'
import { Modal } from '../../../shared/design/dialog.tsx'
import { TextField } from '../../../shared/design/field.tsx'
import { Form } from '../../../shared/design/form.tsx'
import { type DraftFile, newPathProblem } from './draft-files.ts'

interface PathDialogProps {
  /** The path it begins with: the one of the file that is renamed, or the folder for a new one. */
  readonly path: string
  readonly title: string
  readonly confirm: string
  /** The files that the path may not collide with. */
  readonly others: readonly DraftFile[]
  readonly onPath: (path: string) => void
  readonly onClose: () => void
}

/** Asks for the path of a file. */
export function PathDialog(props: PathDialogProps) {
  const { title, confirm, others, onPath, onClose } = props
  const [path, setPath] = useState(props.path)
  const [submitted, setSubmitted] = useState(false)
  const problem = newPathProblem(path.trim(), others)
  return (
    <Modal open onClose={onClose} title={title}>
      <Form
        onSubmit={() => {
          setSubmitted(true)
          if (problem !== undefined) return
          onPath(path.trim())
          onClose()
        }}
      >
        <TextField
          label="Path"
          mono
          value={path}
          onChange={(event) => setPath(event.target.value)}
          hint="Inside the skill, with / between folders. It is saved with your other changes."
          error={submitted ? problem : undefined}
        />
        <div className="mt-5 flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary">
            {confirm}
          </Button>
        </div>
      </Form>
    </Modal>
  )
}
