type Fuses = Readonly<Record<string, boolean>>

export declare const differingFuses: (program: string, wanted: Fuses) => Promise<string[]>
export declare const setFuses: (
  program: string,
  wanted: Fuses,
  options?: { readonly resetAdHocDarwinSignature?: boolean },
) => Promise<void>
