/** Part of a box that is seen anew, so that the line that was last is still there. */
const step = 0.9

/** Scrolls the innermost box around an element that has more below; false where every one is at its end. */
export function scrollOn(element: Element): boolean {
  for (let box = element.parentElement; box; box = box.parentElement) {
    const left = box.scrollHeight - box.clientHeight - box.scrollTop
    if (left < 1 || !['auto', 'scroll'].includes(getComputedStyle(box).overflowY)) continue
    box.scrollBy({ top: box.clientHeight * step })
    return true
  }
  return false
}
