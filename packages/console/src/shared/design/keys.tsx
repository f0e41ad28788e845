/** A key on the keyboard. */
export function Key({ children }: { readonly children: string }) {
  return (
    <kbd className="inline-flex h-5 min-w-5 items-center justify-center rounded border border-line bg-inset px-1 font-sans text-xs text-ink-3">
      {children}
    </kbd>
  )
}
