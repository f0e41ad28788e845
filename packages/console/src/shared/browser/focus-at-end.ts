/** For a field as it appears: the focus, with the cursor behind what is written. */
export function focusAtEnd(field: HTMLInputElement | null): void {
  field?.focus()
  field?.setSelectionRange(field.value.length, field.value.length)
}
