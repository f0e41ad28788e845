export const dialogBackdrop = 'fixed inset-0 z-40 bg-black/40'
export const dialogPopup =
  'popup fade-in fixed z-50 left-1/2 top-[12vh] w-[min(92vw,var(--dialog-width,30rem))] max-h-[80vh] -translate-x-1/2 overflow-auto p-5'
/** Names of any length stand in titles and texts: they wrap, so that what is below stays in sight. */
const wraps = 'min-w-0 [overflow-wrap:anywhere]'
export const dialogTitle = `${wraps} text-base font-semibold`
export const dialogText = `${wraps} text-ink-2`
