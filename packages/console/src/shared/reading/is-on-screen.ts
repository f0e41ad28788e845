/** Whether any of the element is within the window and within every box around it that scrolls. */
export function isOnScreen(element: Element): boolean {
  if (document.visibilityState === 'hidden') return false
  const { top, bottom } = element.getBoundingClientRect()
  if (bottom < 0 || top > innerHeight) return false
  for (let box = element.parentElement; box; box = box.parentElement) {
    if (getComputedStyle(box).overflowY === 'visible') continue
    const around = box.getBoundingClientRect()
    if (bottom < around.top || top > around.bottom) return false
  }
  return true
}
