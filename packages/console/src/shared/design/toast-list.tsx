import { type CSSProperties, useEffect } from 'react'
import { Toaster, toast } from 'sonner'
import { useTheme } from '../browser/preferences.ts'
import { MarkedText } from './marked-text.tsx'
import { deliverToasts } from './show-toast.ts'

const look = {
  '--width': '340px',
  '--normal-bg': 'var(--raised)',
  '--normal-border': 'var(--line)',
  '--normal-text': 'var(--ink)',
  '--border-radius': '10px',
  fontFamily: 'inherit',
} as CSSProperties

const bottom = 'calc(1rem + var(--tab-bar) + var(--page-foot))'

/** At the bottom right, above what stands at the bottom of a page. */
export function ToastList() {
  useEffect(
    () =>
      deliverToasts(({ kind, message, description, ...options }) =>
        toast[kind](<MarkedText text={message} />, {
          ...options,
          ...(description && { description: <MarkedText text={description} /> }),
        }),
      ),
    [],
  )
  return (
    <Toaster
      theme={useTheme()}
      position="bottom-right"
      closeButton
      duration={5_000}
      style={look}
      toastOptions={{
        style: { boxShadow: 'var(--shadow-high)' },
        actionButtonStyle: { background: 'var(--accent)', color: 'var(--on-accent)' },
      }}
      offset={{ bottom, right: '1rem' }}
      mobileOffset={{ bottom, left: 12, right: 12 }}
    />
  )
}
