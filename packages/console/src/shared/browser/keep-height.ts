/** Keeps the height of an element in a custom property of the page. Gives the way to end that. */
export function keepHeight(property: `--${string}`, element: HTMLElement): () => void {
  const { style } = document.documentElement
  const sizes = new ResizeObserver(() => style.setProperty(property, `${element.offsetHeight}px`))
  sizes.observe(element)
  return () => {
    sizes.disconnect()
    style.removeProperty(property)
  }
}
