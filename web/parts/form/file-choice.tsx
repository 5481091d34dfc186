import type { ComponentProps, ReactNode } from "react";
import styles from "./form.module.css";

interface FileChoiceProps extends Omit<ComponentProps<"input">, "type" | "className"> {
  readonly label: string;
  /** What the files are for, for who hears the button only. */
  readonly of?: string;
  readonly isPlain?: boolean;
  /** Asks the camera; shown where fingers are what one points with. */
  readonly isCamera?: boolean;
}

/** A button that opens the files of the device: the browser's own would speak the language of the browser. */
export function FileChoice({ label, of, isPlain = false, isCamera = false, ...input }: FileChoiceProps): ReactNode {
  const look = isPlain || isCamera ? "button plain" : "button";
  return (
    <label className={`${look} ${styles.file} ${isCamera ? styles.camera : ""}`}>
      {label}
      {of === undefined ? null : <span className="hidden"> {of}</span>}
      <input {...input} type="file" className="hidden" {...(isCamera ? CAMERA : {})} />
    </label>
  );
}

const CAMERA = { accept: "image/*", capture: "environment" } as const;
