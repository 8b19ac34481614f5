#!/usr/bin/env bash
# Debian packages that the demo and the tests use. As root or with sudo they are installed; otherwise the missing ones
# are named and the run goes on without what needs them.
set -u
packages=(tesseract-ocr tesseract-ocr-rus tesseract-ocr-uzb tesseract-ocr-uzb-cyrl tesseract-ocr-por tesseract-ocr-eng
  tesseract-ocr-osd bubblewrap poppler-utils fonts-dejavu-core fonts-liberation libgl1)
if [ "${LASTRO_WITH_LIBREOFFICE:-0}" = 1 ]; then packages+=(libreoffice-writer); fi
if [ "${LASTRO_WITH_POSTGRES:-0}" = 1 ]; then packages+=(postgresql); fi
if [ "${LASTRO_WITH_CHROMIUM:-0}" = 1 ]; then packages+=(chromium fonts-noto-core); fi
command -v dpkg-query >/dev/null || { echo "not a Debian system: install tesseract with rus uzb uzb-cyrl por eng osd, bubblewrap and poppler by hand"; exit 0; }
missing=()
for package in "${packages[@]}"; do
  dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q '^install ok installed$' || missing+=("$package")
done
[ ${#missing[@]} -eq 0 ] && exit 0
run=()
if [ "$(id -u)" -ne 0 ]; then
  if sudo -n true 2>/dev/null; then run=(sudo -n); else
    echo "missing Debian packages: ${missing[*]}"
    echo "install them with: sudo apt-get install --no-install-recommends ${missing[*]}"
    echo "going on without what needs them (OCR, the bash.run tool, page checks)"
    exit 0
  fi
fi
echo "installing ${missing[*]}"
export DEBIAN_FRONTEND=noninteractive
if ! { "${run[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null 2>&1 ||
  { "${run[@]}" apt-get update -qq && "${run[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null; }; }; then
  echo "could not install: ${missing[*]}; going on without what needs them"
fi
