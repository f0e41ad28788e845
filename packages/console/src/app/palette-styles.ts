/** The look of the palette's field, before and after its list has loaded. */
export const paletteStyles =
  'h-12 w-full border-b border-line bg-transparent px-4 text-base outline-none'
export const paletteHint = 'Search skills or jump to…'
export const palettePopup =
  'popup fade-in fixed left-1/2 top-[14vh] z-50 w-[min(92vw,36rem)] -translate-x-1/2 overflow-hidden'
