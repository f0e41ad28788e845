import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from './button.tsx'
import { Form } from './form.tsx'
import { ProblemNotice } from './problem-notice.tsx'

interface DialogFormProps {
  readonly children: ReactNode
  readonly submit: string
  /** Instead of it while it is being done. */
  readonly submitting: string
  readonly saving: { readonly isPending: boolean; readonly error: Error | null }
  readonly onSubmit: () => void
  readonly onClose: () => void
}

/** The form of a dialog: its fields, why it could not be saved, and the way out. */
export function DialogForm({ children, submit, submitting, saving, ...rest }: DialogFormProps) {
  const { onSubmit, onClose } = rest
  const form = useRef<HTMLFormElement>(null)
  const focusWrong = () => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  function submitOrShowWrong(): void {
    onSubmit()
    // A field that turned out to be wrong is marked with the next frame.
    requestAnimationFrame(focusWrong)
  }
  const wasSaving = useRef(false)
  useEffect(() => {
    if (wasSaving.current && !saving.isPending) focusWrong()
    wasSaving.current = saving.isPending
  })
  return (
    <Form ref={form} className="flex flex-col gap-4" onSubmit={submitOrShowWrong}>
      {children}
      {saving.error && <ProblemNotice error={saving.error} />}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" disabled={saving.isPending}>
          {saving.isPending ? submitting : submit}
        </Button>
      </div>
    </Form>
  )
}
