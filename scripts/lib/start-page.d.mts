export const writeStartPage: (folder: string, address: string) => string
