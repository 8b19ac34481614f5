"""PDFium functions that are called once per character, without the checks that make each call four times as slow.

Handles and out-parameters are plain addresses here; every caller keeps the buffer it points into alive.
"""

import ctypes
from ctypes import c_float, c_int, c_uint, c_void_p
from typing import Any

import pypdfium2.raw as raw


def _bare(name: str, result: Any, *arguments: Any) -> Any:  # ctypes types have no common static type
    address = ctypes.cast(getattr(raw, name), c_void_p).value
    return ctypes.CFUNCTYPE(result, *arguments)(address or 0)


def address_of(handle: Any) -> int:  # one of pypdfium2's opaque pointer types
    return ctypes.cast(handle, c_void_p).value or 0


loose_box = _bare("FPDFText_GetLooseCharBox", c_int, c_void_p, c_int, c_void_p)
"""(text page, index, address of 4 floats left top right bottom)"""
origin = _bare("FPDFText_GetCharOrigin", c_int, c_void_p, c_int, c_void_p, c_void_p)
"""(text page, index, address of double x, address of double y)"""
matrix = _bare("FPDFText_GetMatrix", c_int, c_void_p, c_int, c_void_p)
"""(text page, index, address of 6 floats)"""
font_size = _bare("FPDFText_GetFontSize", ctypes.c_double, c_void_p, c_int)
font_weight = _bare("FPDFText_GetFontWeight", c_int, c_void_p, c_int)
text_object = _bare("FPDFText_GetTextObject", c_void_p, c_void_p, c_int)
unicode = _bare("FPDFText_GetUnicode", c_uint, c_void_p, c_int)
is_hyphen = _bare("FPDFText_IsHyphen", c_int, c_void_p, c_int)
map_error = _bare("FPDFText_HasUnicodeMapError", c_int, c_void_p, c_int)
object_type = _bare("FPDFPageObj_GetType", c_int, c_void_p)
bounds = _bare("FPDFPageObj_GetBounds", c_int, c_void_p, c_void_p, c_void_p, c_void_p, c_void_p)
"""(object, addresses of floats left bottom right top)"""
object_matrix = _bare("FPDFPageObj_GetMatrix", c_int, c_void_p, c_void_p)
render_mode = _bare("FPDFTextObj_GetTextRenderMode", c_int, c_void_p)
page_object = _bare("FPDFPage_GetObject", c_void_p, c_void_p, c_int)
form_object = _bare("FPDFFormObj_GetObject", c_void_p, c_void_p, ctypes.c_ulong)
form_count = _bare("FPDFFormObj_CountObjects", c_int, c_void_p)
set_active = _bare("FPDFPageObj_SetIsActive", c_int, c_void_p, c_int)
fill_color = _bare("FPDFPageObj_GetFillColor", c_int, c_void_p, c_void_p, c_void_p, c_void_p, c_void_p)
"""(object, addresses of unsigned ints r g b a)"""
path_segments = _bare("FPDFPath_CountSegments", c_int, c_void_p)
path_segment = _bare("FPDFPath_GetPathSegment", c_void_p, c_void_p, c_int)
draw_mode = _bare("FPDFPath_GetDrawMode", c_int, c_void_p, c_void_p, c_void_p)
segment_point = _bare("FPDFPathSegment_GetPoint", c_int, c_void_p, c_void_p, c_void_p)
segment_type = _bare("FPDFPathSegment_GetType", c_int, c_void_p)
segment_closes = _bare("FPDFPathSegment_GetClose", c_int, c_void_p)

mark_count = _bare("FPDFPageObj_CountMarks", c_int, c_void_p)
object_mark = _bare("FPDFPageObj_GetMark", c_void_p, c_void_p, ctypes.c_ulong)
mark_value_type = _bare("FPDFPageObjMark_GetParamValueType", c_uint, c_void_p, ctypes.c_char_p)

Floats6 = c_float * 6
