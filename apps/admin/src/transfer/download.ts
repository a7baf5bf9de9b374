/** Saves a file in the folder for downloads. */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser reads the blob after the click; a minute is enough for it to begin.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
