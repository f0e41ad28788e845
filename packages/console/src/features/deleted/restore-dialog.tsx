import type { DeletedSkillBody, ProblemBody } from '@repertoire/protocol'
import { isSlug } from '@repertoire/skill-md'
import { useState } from 'react'
import { Button } from '../../shared/design/button.tsx'
import { Modal } from '../../shared/design/dialog.tsx'
import { TextField } from '../../shared/design/field.tsx'
import { Form } from '../../shared/design/form.tsx'

interface RestoreDialogProps {
  readonly skill: DeletedSkillBody
  readonly busy: boolean
  readonly problem: Pick<ProblemBody, 'code' | 'message' | 'details'> | null
  readonly onRestore: (slug: string) => void
  readonly onClose: () => void
}

/** Its slug was taken meanwhile: it comes back under another. */
export function RestoreDialog(props: RestoreDialogProps) {
  const { skill, busy, problem, onRestore, onClose } = props
  const [slug, setSlug] = useState(`${skill.slug}-restored`)
  const taken = problem?.code === 'skill.slug-taken' ? problem.details?.slug : undefined
  return (
    <Modal
      open
      onClose={onClose}
      title={`Restore “${skill.name}” under another slug`}
      description={`Another skill took the slug ${skill.slug} since this one was deleted.`}
    >
      <Form onSubmit={() => isSlug(slug) && onRestore(slug)}>
        <TextField
          label="Slug"
          mono
          value={slug}
          error={isSlug(slug) ? (taken === slug ? 'This one is taken, too.' : undefined) : badSlug}
          onChange={(event) => setSlug(event.target.value)}
        />
        <div className="mt-4 flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" disabled={busy || !isSlug(slug)}>
            Restore
          </Button>
        </div>
      </Form>
    </Modal>
  )
}

const badSlug = 'Lower-case letters and digits, joined by single . _ or -'
