import { type FormEvent, useState } from 'react'

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/**
 * Says at a field in our words what the browser would say in a bubble that is gone with the next press, and goes to the
 * first field that is wrong. It is said until the field is changed.
 */
export function useOwnWords() {
  const [said, setSaid] = useState<string>()
  return {
    said,
    onInvalid: (event: FormEvent<Control>) => {
      event.preventDefault()
      const control = event.currentTarget
      setSaid(errorOfField(control))
      if (firstInvalid(control.form) === control) control.focus()
    },
    onChanged: () => setSaid(undefined),
  }
}

function firstInvalid(form: HTMLFormElement | null): Element | undefined {
  const controls = [...(form?.elements ?? [])] as Control[]
  return controls.find(({ willValidate, validity }) => willValidate && !validity.valid)
}

interface Checked {
  readonly validity: Partial<ValidityState>
  readonly validationMessage: string
  readonly min?: string
  readonly max?: string
  readonly step?: string
}

/** What the browser found wrong, in our words; its own for what is rare. Pure. */
export function errorOfField({ validity, validationMessage, min, max, step }: Checked): string {
  if (validity.valueMissing) return 'Fill this in.'
  if (validity.badInput) return 'Write a number.'
  if (validity.rangeUnderflow) return `Write ${bound(min)} or more.`
  if (validity.rangeOverflow) return `Write ${bound(max)} or less.`
  if (validity.stepMismatch && (step ?? '') === '') return 'Write a whole number.'
  return validationMessage
}

/** Dates are their own text. */
function bound(text = ''): string {
  const number = Number(text)
  return Number.isNaN(number) ? text : number.toLocaleString('en-US')
}
